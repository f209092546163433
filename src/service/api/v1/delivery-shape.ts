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
  deliveryId: z.string().meta({ description: 'The id of the delivery.', examples: [deliveryId] }),
})

export const DeliveryStatus = z.enum(['waiting', 'delivered', 'failed']).meta({
  id: 'DeliveryStatus',
  description:
    '`waiting` while an attempt is under way or to come, `delivered` after one that went well, `failed` ' +
    'after the last of the schedule.',
  examples: ['delivered'],
})

/** One attempt to deliver an event. */
const DeliveryAttempt = z
  .object({
    number: z
      .int()
      .nonnegative()
      .meta({ description: 'From 0; it goes on counting when the event is sent again.', examples: [0] }),
    startedAt: z.iso.datetime().meta({ description: 'When it began.' }),
    durationMs: z
      .int()
      .nonnegative()
      .meta({ description: 'How long it took.', examples: [84] }),
    status: z
      .int()
      .optional()
      .meta({ description: 'The status with which the receiver answered; absent when it did not.', examples: [200] }),
    failure: z
      .string()
      .optional()
      .meta({ description: 'Why it counts as failed, for people; absent when it went well.' }),
    responseHead: z
      .string()
      .optional()
      .meta({ description: 'The beginning of what the receiver answered: at most 1 KiB.' }),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One attempt to deliver an event.' })

/** An event on its way to one receiver, or at the end of it. */
export const DeliveryAnswer = z
  .object({
    deliveryId: z.uuid().meta({ description: 'Names the delivery in paths.', examples: [deliveryId] }),
    eventId: z.string().meta({
      description: 'The event: the same for every attempt and every receiver, also in the header `webhook-id`.',
      examples: ['evt_Zk3vQ9sXw1LrT0aBcDeFgHiJkLmNoPqRsTuVwXyZ012'],
    }),
    event: z.string().meta({
      description:
        'What happened: one of the names that `list-webhook-events` answers, or one that another version of ' +
        'this service knew.',
      examples: ['scan.completed'],
    }),
    status: DeliveryStatus,
    attemptCount: z
      .int()
      .nonnegative()
      .meta({ description: 'Attempts that have ended.', examples: [1] }),
    attempts: z.array(DeliveryAttempt).meta({ description: 'The last of them, the first of these first.' }),
    nextAttemptAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'When the next attempt is due; absent when there is none.' }),
    createdAt: z.iso.datetime().meta({ description: 'When the event was addressed to the receiver.' }),
    endedAt: z.iso.datetime().optional().meta({ description: 'When it was delivered, or failed for good.' }),
  })
  .meta({ id: 'Delivery', description: 'An event on its way to one receiver; parts that do not apply are absent.' })

/** Deliveries as a list shows them, in the order given. */
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

/** A delivery as its account sees it, with these attempts. */
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

/** A delivery as its account sees it, alone. */
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
 * The caller's delivery of these ids with the body that is sent; what belongs to another account or endpoint is
 * answered like what does not exist.
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
    throw new ApiError('NOT_FOUND', 'There is no delivery with this id to a webhook with this id in your account.')
  return delivery
}
