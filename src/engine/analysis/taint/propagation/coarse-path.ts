import type { Flow } from '../../flow.ts'

/**
 * Maximum length of a plausible coarse path. In the vulnerable versions of 56 published cases, no precise path has more
 * than 37 steps. 11 of the 13 coarse paths have at least 47.
 */
const maxPlausibleSteps = 40

/**
 * Reports whether a path passes through merged call contexts, and whether it is too long to be plausible.
 *
 * @param coarseFrom first step that was added after contexts were merged
 */
export function coarsenessOf(
  steps: readonly number[],
  coarseFrom: number,
): Pick<Flow, 'isCoarse' | 'isFarFetched'> | undefined {
  if (!steps.some((step) => step >= coarseFrom)) return undefined
  return { isCoarse: true, ...(steps.length > maxPlausibleSteps && { isFarFetched: true }) }
}
