import type { Database } from '../db/client.ts'
import { restartDelivery, restartFailedDeliveries } from '../db/webhooks/deliveries.ts'
import type { Queue } from '../queue/queue.ts'
import { wakeDestinations } from './wake-destinations.ts'

/**
 * Makes a delivery of this account due again, now, with the full schedule; false when there is none, or it still waits.
 */
export async function resendDelivery(
  { queue }: { readonly queue: Queue },
  tx: Database,
  delivery: { accountId: string; endpointId: string; deliveryId: string; now: Date },
): Promise<boolean> {
  const lane = await restartDelivery(tx, delivery)
  if (lane === undefined) return false
  await wakeDestinations(queue, tx, [lane])
  return true
}

/** Makes every delivery to an endpoint that failed for good since a time due again; returns how many. */
export async function resendFailed(
  { queue }: { readonly queue: Queue },
  tx: Database,
  failed: { accountId: string; endpointId: string; since: Date; now: Date },
): Promise<number> {
  const { count, lane } = await restartFailedDeliveries(tx, failed)
  if (lane !== undefined) await wakeDestinations(queue, tx, [lane])
  return count
}
