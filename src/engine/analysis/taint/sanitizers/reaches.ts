import { dataflowLimits } from '../../dataflow-limits.ts'

/**
 * Reports whether a value is, or is derived in few steps from, a matching value. Visits each value once, by the
 * shortest path.
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
