import type { Database } from '../../db/client.ts'
import { hasEntriesOfOtherMethod } from '../../db/registry/entries.ts'
import type { Queue } from '../../queue/queue.ts'
import { scoringMethod } from '../../../engine/scanner/score.ts'

/**
 * Enqueues rescoring if any server was scored with another formula version, so that the starting process does not need
 * to read the scores. Returns true if there is such a server.
 */
export async function requestRescoring(
  { db, queue }: { readonly db: Database; readonly queue: Pick<Queue, 'enqueue'> },
  method = scoringMethod,
): Promise<boolean> {
  if (!(await hasEntriesOfOtherMethod(db, method))) return false
  await queue.enqueue(db, 'rescore-servers', {}, { key: 'all' })
  return true
}
