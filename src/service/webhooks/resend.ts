import type { Database } from '../db/client.ts'
import { restartDelivery, restartFailedDeliveries } from '../db/webhooks/deliveries.ts'
import type { SendContext } from './send-events.ts'
import { wakeDestinations } from './wake-destinations.ts'

/** Makes a delivery due now and restores all its attempts. Returns false if it does not exist or is still pending. */
export async function resendDelivery(
  { queue }: SendContext,
  tx: Database,
  delivery: { accountId: string; endpointId: string; deliveryId: string; now: Date },
): Promise<boolean> {
  const lane = await restartDelivery(tx, delivery)
  if (lane === undefined) return false
  await wakeDestinations(queue, tx, [lane])
  return true
}

/** Makes all deliveries of an endpoint that failed after this time due again. Returns how many these are. */
export async function resendFailed(
  { queue }: SendContext,
  tx: Database,
  failed: { accountId: string; endpointId: string; since: Date; now: Date },
): Promise<number> {
  const { count, lane } = await restartFailedDeliveries(tx, failed)
  if (lane !== undefined) await wakeDestinations(queue, tx, [lane])
  return count
}
