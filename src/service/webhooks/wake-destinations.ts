import type { Database } from '../db/client.ts'
import type { Queue } from '../queue/queue.ts'

const lanesAJob = 100

/** Enqueues jobs that poll these destinations once `tx` commits, or at `when`. */
export async function wakeDestinations(
  queue: Queue,
  tx: Database,
  lanes: Iterable<string>,
  when?: Date,
): Promise<void> {
  const all = [...new Set(lanes)]
  for (let start = 0; start < all.length; start += lanesAJob) {
    await queue.enqueue(
      tx,
      'deliver-webhooks',
      { lanes: all.slice(start, start + lanesAJob) },
      when && { startAfter: when },
    )
  }
}
