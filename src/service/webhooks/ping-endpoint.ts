import { randomUUID } from 'node:crypto'
import type { Database } from '../db/client.ts'
import { findDeliveryOfEvent } from '../db/webhooks/deliveries.ts'
import { lockWebhookEndpoint } from '../db/webhooks/endpoints.ts'
import { outgoingEvent } from './event-message.ts'
import { type SendContext, sendEvents } from './send-events.ts'

/** IDs of the test event and its delivery, or the reason why no event was sent. */
export type Ping = { readonly eventId: string; readonly deliveryId: string } | 'unknown' | 'disabled'

export async function pingEndpoint(
  { db, queue }: SendContext & { readonly db: Database },
  { accountId, endpointId, now }: { accountId: string; endpointId: string; now: Date },
): Promise<Ping> {
  const event = outgoingEvent({
    accountId,
    event: 'ping',
    subject: randomUUID(),
    data: { webhookId: endpointId, message: 'This is a test event. No action is required.' },
    createdAt: now,
  })
  return db.transaction(async (tx) => {
    const endpoint = await lockWebhookEndpoint(tx, accountId, endpointId)
    if (!endpoint) return 'unknown'
    if (endpoint.disabledAt) return 'disabled'
    await sendEvents({ queue }, tx, [{ event, receivers: [{ endpointId }] }])
    const delivery = await findDeliveryOfEvent(tx, { eventId: event.id, endpointId })
    if (!delivery) throw new Error('the ping was not stored')
    return { eventId: event.id, deliveryId: delivery.id }
  })
}
