import type { Database } from '../../db/client.ts'
import { hasEntriesOfOtherMethod } from '../../db/registry/entries.ts'
import type { Queue } from '../../queue/queue.ts'
import { scoringMethod } from '../../../engine/scanner/score.ts'

/**
 * Has servers scored anew where any was scored with another version of the formula: what else starts need not read
 * them. True when there was one.
 */
export async function requestRescoring(
  { db, queue }: { readonly db: Database; readonly queue: Pick<Queue, 'enqueue'> },
  method = scoringMethod,
): Promise<boolean> {
  if (!(await hasEntriesOfOtherMethod(db, method))) return false
  await queue.enqueue(db, 'rescore-servers', {}, { key: 'all' })
  return true
}
