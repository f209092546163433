import type { IsolatedWork } from '../isolation/isolation.ts'

/**
 * Of a stage's time, the share that its children must have computed before the project itself counts as the cause. A
 * busy machine gives less.
 */
const minShare = 0.4

/** What a file says for which a stage had no time left. */
export interface UsedTime {
  readonly reason: string
  /** See `SkippedFile`. */
  readonly cause?: 'service'
}

/**
 * Why a stage had no time left for a file. Files whose content an earlier scan read cost nothing, so where results are
 * kept, what the children computed is what the files that changed need. If that is much of the time, the content of the
 * project is the cause; if the children waited for the processor or for another scan, the service is. Without kept
 * results every file is read again, and nothing is known.
 */
export function usedTime(
  { computedMs }: Pick<IsolatedWork, 'computedMs'>,
  { totalMs, areResultsKept }: { readonly totalMs: number; readonly areResultsKept: boolean },
): UsedTime {
  if (areResultsKept && computedMs > minShare * totalMs)
    return { reason: 'other files of the project used up the reading time' }
  return { reason: 'no time was left to read it', cause: 'service' }
}
