import type { Database } from '../../db/client.ts'
import type { GithubCheck } from '../../db/github/checks.ts'
import type { Queue } from '../../queue/queue.ts'
import { priorityOf } from '../github-priorities.ts'

/** A check whose jobs are enqueued. */
export type CheckOfJob = Pick<GithubCheck, 'id' | 'cause'>

/** Enqueues the job that advances a check, in `tx`. */
export async function enqueueAdvance(
  queue: Pick<Queue, 'enqueue'>,
  tx: Database,
  check: CheckOfJob,
  { force = false } = {},
): Promise<void> {
  const { id: checkId } = check
  await queue.enqueue(tx, 'advance-check', { checkId, force }, { key: checkId, priority: priorityOf(check) })
}

/**
 * Enqueues the job that publishes a check, in `tx`. Among the checks with the same priority, those that GitHub does not
 * show yet come first.
 */
export async function enqueueTell(
  queue: Pick<Queue, 'enqueue'>,
  tx: Database,
  check: CheckOfJob,
  { isNewRun = false, onceInSeconds }: { readonly isNewRun?: boolean; readonly onceInSeconds?: number } = {},
): Promise<void> {
  const { id: checkId } = check
  await queue.enqueue(
    tx,
    'tell-check',
    { checkId },
    {
      key: checkId,
      priority: tellPriority(check, isNewRun),
      ...(onceInSeconds !== undefined && { onceInSeconds }),
    },
  )
}

/** Returns the priority of the job that publishes a check. */
export function tellPriority(check: CheckOfJob, isNewRun = false): number {
  return 2 * priorityOf(check) + (isNewRun ? 1 : 0)
}
