import type { Database } from '../db/client.ts'
import { lockWebhookEndpoint, updateWebhookEndpoint } from '../db/webhooks/endpoints.ts'
import type { Queue } from '../queue/queue.ts'
import { enabledAgain } from './change-endpoint.ts'
import { resendFailed } from './resend.ts'

/** How a recovery went: how many deliveries were made due again and since when they had failed, or why none was. */
export type Recovery = { readonly count: number; readonly since: Date } | 'unknown' | 'switched off' | 'not failing'

/**
 * Enables an endpoint that was disabled because it failed, and makes due again whatever failed for good
 * since a time; without one, since it began to fail.
 */
export async function recoverEndpoint(
  { db, queue }: { readonly db: Database; readonly queue: Queue },
  { accountId, endpointId, since, now }: { accountId: string; endpointId: string; since: Date | undefined; now: Date },
): Promise<Recovery> {
  return db.transaction(async (tx) => {
    const endpoint = await lockWebhookEndpoint(tx, accountId, endpointId)
    if (!endpoint) return 'unknown'
    if (endpoint.disabledReason === 'account') return 'switched off'
    const failedSince = since ?? endpoint.failingSince
    if (!failedSince) return 'not failing'
    await updateWebhookEndpoint(tx, accountId, endpointId, enabledAgain(endpoint))
    return {
      count: await resendFailed({ queue }, tx, { accountId, endpointId, since: failedSince, now }),
      since: failedSince,
    }
  })
}
