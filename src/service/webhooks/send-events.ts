import { randomUUID } from 'node:crypto'
import type { Database } from '../db/client.ts'
import { insertWebhookDeliveries } from '../db/webhooks/deliveries.ts'
import { insertWebhookEvents } from '../db/webhooks/events.ts'
import type { Queue } from '../queue/queue.ts'
import { destinationOf } from './destination.ts'
import type { AddressedEvent } from './outgoing-event.ts'
import { wakeDestinations } from './wake-destinations.ts'

/** Dependencies for sending webhooks. */
export interface SendContext {
  readonly queue: Queue
}

/**
 * Stores events with one delivery per receiver, and enqueues their first attempts, as part of `tx`. Does not change
 * existing events and deliveries.
 */
export async function sendEvents(
  { queue }: SendContext,
  tx: Database,
  events: readonly AddressedEvent[],
): Promise<void> {
  const deliveries = events.flatMap(({ event, receivers }) =>
    receivers.map((receiver) => ({
      id: randomUUID(),
      eventId: event.id,
      accountId: event.accountId,
      endpointId: 'endpointId' in receiver ? receiver.endpointId : null,
      url: 'url' in receiver ? receiver.url : null,
      lane: destinationOf(event.accountId, receiver),
      createdAt: event.createdAt,
    })),
  )
  if (deliveries.length === 0) return
  await insertWebhookEvents(
    tx,
    events.map(({ event }) => event),
  )
  await insertWebhookDeliveries(tx, deliveries)
  await wakeDestinations(
    queue,
    tx,
    deliveries.map(({ lane }) => lane),
  )
}
