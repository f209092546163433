import type { Database } from '../db/client.ts'
import {
  lockWebhookEndpoint,
  type SealedWebhookEndpointRow,
  updateWebhookEndpoint,
  type WebhookEndpointRow,
} from '../db/webhooks/endpoints.ts'
import { storedSubscription, type Subscription } from './subscription.ts'

/** Endpoint changes. Undefined fields keep their current value. */
export interface EndpointChange {
  readonly url?: string | undefined
  readonly description?: string | undefined
  readonly events?: readonly Subscription[] | undefined
  readonly enabled?: boolean | undefined
}

/** Changes an endpoint. Returns undefined if the account has no endpoint with this ID. */
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
      // The failures belong to the old URL, so a new URL starts with none.
      ...(url !== undefined && url !== endpoint.url && !endpoint.disabledAt && { failingSince: null }),
      ...(enabled === true && enabledAgain(endpoint)),
      // An endpoint that the account itself disables no longer counts as failing.
      ...(enabled === false &&
        endpoint.disabledReason !== 'account' && { disabledAt: endpoint.disabledAt ?? now, disabledReason: 'account' }),
    })
  })
}

/** Returns the field changes that enable an endpoint. Enabling a disabled endpoint also resets its failures. */
export function enabledAgain({ disabledAt }: Pick<SealedWebhookEndpointRow, 'disabledAt'>) {
  return disabledAt ? { disabledAt: null, disabledReason: null, failingSince: null } : {}
}
