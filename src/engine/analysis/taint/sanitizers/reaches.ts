import { dataflowLimits } from '../../dataflow-limits.ts'

/**
 * Whether a value that matters is among what a value was made of, in few steps. Each value is asked about once, by the
 * shortest way.
 */
export function reaches(
  value: number,
  matters: (value: number) => boolean,
  sources: (value: number) => readonly number[],
): boolean {
  const seen = new Set([value])
  let found = [value]
  for (let depth = 0; depth <= dataflowLimits.maxDerivationDepth; depth += 1) {
    if (found.some(matters)) return true
    const next: number[] = []
    for (const of of found.flatMap(sources)) {
      if (seen.has(of)) continue
      seen.add(of)
      next.push(of)
    }
    found = next
  }
  return false
}
