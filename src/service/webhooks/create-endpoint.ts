import { randomUUID } from 'node:crypto'
import type { AccountContext } from '../accounts/account-context.ts'
import { generateWebhookSecret, sealWebhookSecret } from '../accounts/sealed-secrets.ts'
import { findAccount } from '../db/accounts/accounts.ts'
import { countWebhookEndpoints, insertWebhookEndpoint, type WebhookEndpointRow } from '../db/webhooks/endpoints.ts'
import { subscriptionLimits } from './subscription-limits.ts'
import { storedSubscription, type Subscription } from './subscription.ts'

/** New endpoint with its secret, which is returned only once. */
export interface CreatedEndpoint {
  readonly endpoint: WebhookEndpointRow
  readonly secret: string
}

/**
 * Creates an endpoint with its own secret unless the account has reached its limit. Concurrent requests cannot exceed
 * the limit.
 */
export async function createEndpoint(
  { db, masterKey }: AccountContext,
  {
    accountId,
    url,
    description,
    events,
    now,
  }: { accountId: string; url: string; description: string; events: readonly Subscription[]; now: Date },
): Promise<CreatedEndpoint | 'too many'> {
  return db.transaction(async (tx) => {
    await findAccount(tx, accountId, { lock: true })
    if ((await countWebhookEndpoints(tx, accountId)) >= subscriptionLimits.maxWebhookEndpoints) return 'too many'
    const id = randomUUID()
    const secret = generateWebhookSecret()
    const secretSealed = sealWebhookSecret(masterKey, id, secret)
    return {
      secret,
      endpoint: await insertWebhookEndpoint(tx, {
        id,
        accountId,
        url,
        description,
        events: storedSubscription(events),
        secretSealed,
        createdAt: now,
      }),
    }
  })
}
