import { z } from 'zod'
import type { Caller } from '../../accounts/authenticate.ts'
import type { Database } from '../../db/client.ts'
import { listAttempts, type WebhookAttemptRow } from '../../db/webhooks/attempts.ts'
import { findEndpointDelivery, type NamedDeliveryRow } from '../../db/webhooks/deliveries.ts'
import { deliveryLogLimits } from './delivery-log-limits.ts'
import { ApiError } from '../api-error.ts'
import { isUuid } from './uuid-text.ts'
import { WebhookParams } from './webhook-shape.ts'

const deliveryId = '5f1d8b3c-6a27-4e94-b0d5-9c8e2f7a1b46'

export const DeliveryParams = WebhookParams.extend({
  deliveryId: z.string().meta({ description: 'Delivery ID.', examples: [deliveryId] }),
})

export const DeliveryStatus = z.enum(['waiting', 'delivered', 'failed']).meta({
  id: 'DeliveryStatus',
  description:
    'Delivery status. `waiting`: an attempt is running or scheduled. `delivered`: an attempt succeeded. `failed`: ' +
    'the last attempt failed, and no further attempt is scheduled.',
  examples: ['delivered'],
})

/** Attempt to deliver an event. */
const DeliveryAttempt = z
  .object({
    number: z
      .int()
      .nonnegative()
      .meta({
        description: 'Attempt number (zero-based). If the event is resent, the numbering continues.',
        examples: [0],
      }),
    startedAt: z.iso.datetime().meta({ description: 'Time when the attempt started.' }),
    durationMs: z
      .int()
      .nonnegative()
      .meta({ description: 'Duration of the attempt in milliseconds.', examples: [84] }),
    status: z
      .int()
      .optional()
      .meta({ description: 'HTTP status code of the response. Omitted if there was no response.', examples: [200] }),
    failure: z
      .string()
      .optional()
      .meta({ description: 'Human-readable reason why the attempt failed. Omitted if the attempt succeeded.' }),
    responseHead: z.string().optional().meta({ description: 'Beginning of the response body, up to 1 KiB.' }),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One attempt to deliver an event.' })

/** Delivery of an event to one receiver, with its attempts. */
export const DeliveryAnswer = z
  .object({
    deliveryId: z.uuid().meta({ description: 'Unique identifier for the delivery.', examples: [deliveryId] }),
    eventId: z.string().meta({
      description:
        'Event ID. The ID is the same for all attempts and receivers, and is sent in the `webhook-id` header.',
      examples: ['evt_Zk3vQ9sXw1LrT0aBcDeFgHiJkLmNoPqRsTuVwXyZ012'],
    }),
    event: z.string().meta({
      description:
        'Event name. The name can be missing from `GET /api/v1/webhooks/events` if another version of the service ' +
        'created the delivery.',
      examples: ['scan.completed'],
    }),
    status: DeliveryStatus,
    attemptCount: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of finished attempts.', examples: [1] }),
    attempts: z.array(DeliveryAttempt).meta({ description: 'Latest attempts, oldest first.' }),
    nextAttemptAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Time of the next attempt. Omitted if no attempt is scheduled.' }),
    createdAt: z.iso.datetime().meta({ description: 'Time when the delivery was created.' }),
    endedAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Time when the event was delivered or the last attempt failed.' }),
  })
  .meta({
    id: 'Delivery',
    description: 'A delivery of an event to one receiver. Properties that do not apply are omitted.',
  })

/** Returns deliveries as list items, in the same order. */
export async function listedDeliveryAnswers(
  db: Database,
  deliveries: readonly NamedDeliveryRow[],
): Promise<z.input<typeof DeliveryAnswer>[]> {
  const last = await listAttempts(
    db,
    deliveries.map(({ id }) => id),
    { most: deliveryLogLimits.maxListedAttempts },
  )
  return deliveries.map((delivery) => deliveryAnswer(delivery, last.get(delivery.id) ?? []))
}

/** Returns a delivery with these attempts, as shown to its account. */
function deliveryAnswer(
  delivery: NamedDeliveryRow,
  attempts: readonly WebhookAttemptRow[],
): z.input<typeof DeliveryAnswer> {
  const { status, nextAttemptAt, createdAt, endedAt } = delivery
  return {
    deliveryId: delivery.id,
    eventId: delivery.eventId,
    event: delivery.event,
    status,
    attemptCount: delivery.attempts,
    attempts: attempts.map(attemptAnswer),
    ...(nextAttemptAt && { nextAttemptAt: nextAttemptAt.toISOString() }),
    createdAt: createdAt.toISOString(),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
  }
}

/** Returns a single delivery, as shown to its account. */
export async function singleDeliveryAnswer(
  db: Database,
  delivery: NamedDeliveryRow,
): Promise<z.input<typeof DeliveryAnswer>> {
  const attempts = await listAttempts(db, [delivery.id], { most: deliveryLogLimits.maxAttempts })
  return deliveryAnswer(delivery, attempts.get(delivery.id) ?? [])
}

function attemptAnswer({
  number,
  startedAt,
  durationMs,
  status,
  failure,
  responseHead,
}: WebhookAttemptRow): z.input<typeof DeliveryAttempt> {
  return {
    number,
    startedAt: startedAt.toISOString(),
    durationMs,
    ...(status !== null && { status }),
    ...(failure !== null && { failure }),
    ...(responseHead !== null && { responseHead }),
  }
}

/**
 * Returns the caller's delivery with these IDs, including the body. Throws NOT_FOUND for other accounts' or endpoints'
 * deliveries.
 */
export async function requireDelivery(
  db: Database,
  caller: Caller,
  { webhookId, deliveryId: id }: { readonly webhookId: string; readonly deliveryId: string },
) {
  const delivery =
    isUuid(webhookId) && isUuid(id)
      ? await findEndpointDelivery(db, { accountId: caller.accountId, endpointId: webhookId, deliveryId: id })
      : undefined
  if (!delivery)
    throw new ApiError(
      'NOT_FOUND',
      'The account has no delivery with this ID for this webhook endpoint. Check both IDs.',
    )
  return delivery
}
