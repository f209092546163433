import type { Database } from '../db/client.ts'
import { lockWebhookEndpoint, updateWebhookEndpoint } from '../db/webhooks/endpoints.ts'
import { enabledAgain } from './change-endpoint.ts'
import { resendFailed } from './resend.ts'
import type { SendContext } from './send-events.ts'

/** Number of deliveries that are sent again, and the time when the failures started. If nothing is sent, the reason. */
export type Recovery = { readonly count: number; readonly since: Date } | 'unknown' | 'switched off' | 'not failing'

/**
 * Enables an endpoint that was disabled because it failed, and makes its failed deliveries due again. By default, this
 * covers all deliveries since the endpoint started to fail.
 */
export async function recoverEndpoint(
  { db, queue }: SendContext & { readonly db: Database },
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
