import type { IsolatedWork } from '../isolation/isolation.ts'

/**
 * Minimum share of a stage's time that its child processes must have spent on the CPU for the project to count as the
 * cause. On a busy machine, processes get less CPU time.
 */
const minShare = 0.4

/** Why a stage did not process all files in time. */
export interface UsedTime {
  readonly reason: string
  /** See `SkippedFile`. */
  readonly cause?: 'service'
}

/**
 * Explains why a stage ran out of time. If results are stored, unchanged files cost nothing, so the CPU time was spent
 * on changed files. If the child processes used the CPU for most of that time, the project is the cause. If they waited
 * for the CPU or for another scan, the service is the cause. If no results are stored, every file is read again, so the
 * cause is unknown and is attributed to the service.
 */
export function usedTime(
  { computedMs }: Pick<IsolatedWork, 'computedMs'>,
  { totalMs, areResultsKept }: { readonly totalMs: number; readonly areResultsKept: boolean },
): UsedTime {
  if (areResultsKept && computedMs > minShare * totalMs)
    return { reason: 'other files of the project used up the reading time' }
  return { reason: 'no time was left to read it', cause: 'service' }
}
