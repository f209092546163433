import type { Flow } from '../../flow.ts'

/** Compares flows by the location of their sink, then by kind. */
export function compareByLocation(a: Flow, b: Flow): number {
  const [one, other] = [a.steps.at(-1), b.steps.at(-1)]
  if (!one || !other) return 0
  return one.path < other.path
    ? -1
    : one.path > other.path
      ? 1
      : one.line - other.line || one.column - other.column || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0)
}
