import type { TaintKind } from '../../taint-kind.ts'

/**
 * Sink kinds that interpret composed text. Each place that composes such text is a separate defect, even if a single
 * function runs the text from many of them.
 */
export const composedKinds: ReadonlySet<TaintKind> = new Set<TaintKind>(['code', 'command', 'query'])

/** Maximum number of additional places per sink, and maximum number of backward steps to find them. */
const bounds = { places: 200, steps: 20_000 }

export interface BackwardPaths {
  /** States of the sink's value that taint reaches. */
  readonly ends: readonly number[]
  /** Returns the steps into a state that taint takes despite guards. */
  readonly stepsInto: (state: number) => Iterable<number>
  readonly from: (step: number) => number
  readonly nodeOf: (state: number) => number
  readonly joins: (node: number) => boolean
}

/** Path to a sink from the last place that composes its text. */
export interface PathFromLocation {
  /** State where the text is composed. */
  readonly begin: number
  readonly end: number
  readonly steps: readonly number[]
}

/** Searches backward from a sink for the places that last composed its text, nearest first, without duplicates. */
export function pathsToSink({ ends, stepsInto, from, nodeOf, joins }: BackwardPaths): PathFromLocation[] {
  const next = new Map<number, { readonly step: number; readonly to: number } | undefined>(
    ends.map((end) => [end, undefined]),
  )
  const found: PathFromLocation[] = []
  const places = new Set<number>()
  const waiting = [...ends]
  for (let at = 0; at < waiting.length && next.size < bounds.steps && places.size < bounds.places; at += 1) {
    const state = waiting[at] ?? 0
    const node = nodeOf(state)
    if (joins(node)) {
      if (!places.has(node)) found.push({ begin: state, ...wayFrom(state) })
      places.add(node)
      continue
    }
    for (const step of stepsInto(state)) {
      const before = from(step)
      if (next.has(before)) continue
      next.set(before, { step, to: state })
      waiting.push(before)
    }
  }
  return found

  function wayFrom(state: number): Pick<PathFromLocation, 'end' | 'steps'> {
    const steps: number[] = []
    let end = state
    for (let one = next.get(state); one; one = next.get(end)) {
      steps.push(one.step)
      end = one.to
    }
    return { end, steps }
  }
}
