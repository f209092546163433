import type { Database } from '../db/client.ts'
import type { Queue } from '../queue/queue.ts'

/** Makes a delivery of this account due again, now, with the full schedule; false when there is none, or it still waits. */
export async function resendDelivery(_context: { readonly queue: Queue }, _tx: Database, _delivery: { accountId: string; endpointId: string; deliveryId: string; now: Date }): Promise<boolean> {
  throw new Error('not built yet')
}

/** Makes every delivery to an endpoint that failed for good since a time due again; returns how many. */
export async function resendFailed(_context: { readonly queue: Queue }, _tx: Database, _failed: { accountId: string; endpointId: string; since: Date; now: Date }): Promise<number> {
  throw new Error('not built yet')
}
