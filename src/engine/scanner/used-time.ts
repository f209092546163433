import type { IsolatedWork } from '../isolation/isolation.ts'

/**
 * The share of a stage's time that its child processes must have computed before the project itself counts as the
 * cause. On a busy machine, the share is lower.
 */
const minShare = 0.4

/** Reason for files that a stage did not process in time. */
export interface UsedTime {
  readonly reason: string
  /** See `SkippedFile`. */
  readonly cause?: 'service'
}

/**
 * Why a stage did not process a file in time. Files with stored results cost nothing, so if results are stored, the
 * computing time belongs to the changed files. If the child processes computed for much of the time, the project is the
 * cause. If they waited for the CPU or for another scan, the service is the cause. Without stored results, every file
 * is read again, and the cause is unknown.
 */
export function usedTime(
  { computedMs }: Pick<IsolatedWork, 'computedMs'>,
  { totalMs, areResultsKept }: { readonly totalMs: number; readonly areResultsKept: boolean },
): UsedTime {
  if (areResultsKept && computedMs > minShare * totalMs)
    return { reason: 'other files of the project used up the reading time' }
  return { reason: 'no time was left to read it', cause: 'service' }
}
