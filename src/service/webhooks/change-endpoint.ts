import type { Database } from '../db/client.ts'
import {
  lockWebhookEndpoint,
  type SealedWebhookEndpointRow,
  updateWebhookEndpoint,
  type WebhookEndpointRow,
} from '../db/webhooks/endpoints.ts'
import { storedSubscription, type Subscription } from './subscription.ts'

/** What is to be different about an endpoint; what is undefined stays. */
export interface EndpointChange {
  readonly url?: string | undefined
  readonly description?: string | undefined
  readonly events?: readonly Subscription[] | undefined
  readonly enabled?: boolean | undefined
}

/** Changes an endpoint; undefined when the account has none with this id. */
export async function changeEndpoint(
  db: Database,
  { accountId, endpointId, change, now }: { accountId: string; endpointId: string; change: EndpointChange; now: Date },
): Promise<WebhookEndpointRow | undefined> {
  const { url, description, events, enabled } = change
  return db.transaction(async (tx) => {
    const endpoint = await lockWebhookEndpoint(tx, accountId, endpointId)
    if (!endpoint) return undefined
    return updateWebhookEndpoint(tx, accountId, endpointId, {
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(events && { events: storedSubscription(events) }),
      // Another address has not failed yet.
      ...(url !== undefined && url !== endpoint.url && !endpoint.disabledAt && { failingSince: null }),
      ...(enabled === true && enabledAgain(endpoint)),
      // Who switches a failing endpoint off does not need to be reminded of it.
      ...(enabled === false &&
        endpoint.disabledReason !== 'account' && { disabledAt: endpoint.disabledAt ?? now, disabledReason: 'account' }),
    })
  })
}

/** What changes when an endpoint is enabled: nothing where it is, and a disabled one begins anew. */
export function enabledAgain({ disabledAt }: Pick<SealedWebhookEndpointRow, 'disabledAt'>) {
  return disabledAt ? { disabledAt: null, disabledReason: null, failingSince: null } : {}
}
