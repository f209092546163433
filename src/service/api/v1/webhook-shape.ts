import { z } from 'zod'
import type { Caller } from '../../accounts/authenticate.ts'
import type { Database } from '../../db/client.ts'
import { findWebhookEndpoint, type WebhookEndpointRow } from '../../db/webhooks/endpoints.ts'
import { endpointOverlapOf } from '../../webhooks/endpoint-secrets.ts'
import { eventBeyondPlan, shownSubscription, Subscription } from '../../webhooks/subscription.ts'
import { ApiError } from '../api-error.ts'
import { ReceiverUrl } from './receiver-url.ts'
import { isUuid } from './uuid-text.ts'

const webhookId = '7c2e4a90-1b5d-4f38-8e6a-3d9f0b7c5e21'

export const WebhookParams = z.strictObject({
  webhookId: z.string().meta({ description: 'Endpoint ID.', examples: [webhookId] }),
})

/** Endpoint fields that clients can set. */
export const webhookFields = {
  url: ReceiverUrl.meta({
    description: 'Public HTTPS URL that receives the events.',
    examples: ['https://hooks.example.com/assay'],
  }),
  description: z
    .string()
    .trim()
    .max(200)
    .regex(/^\P{C}*$/u, 'should not contain control characters')
    .meta({ description: 'Purpose of the endpoint.', examples: ['security channel'] }),
  events: z
    .array(Subscription)
    .min(1, 'should list at least one event')
    .max(50, 'should list at most 50 events')
    .meta({ description: 'Events to receive. `*` selects all events that the plan includes.' }),
}

/** Webhook endpoint without its secret. Fields that do not apply are omitted. */
export const WebhookAnswer = z
  .object({
    webhookId: z.uuid().meta({ description: 'Unique identifier for the endpoint.', examples: [webhookId] }),
    url: z
      .string()
      .meta({ description: 'URL that receives the events.', examples: ['https://hooks.example.com/assay'] }),
    description: z.string().meta({ description: 'Purpose of the endpoint.', examples: ['security channel'] }),
    events: z.array(Subscription).meta({
      description: 'Events to which the endpoint is subscribed. Only events included in the plan are sent.',
      examples: [['scan.completed', 'scan.failed']],
    }),
    enabled: z.boolean().meta({
      description:
        'False if the endpoint is disabled. Events are neither sent to a disabled endpoint nor stored for it.',
      examples: [true],
    }),
    disabledAt: z.iso.datetime().optional().meta({ description: 'Time when the endpoint was disabled.' }),
    disabledReason: z
      .enum(['account', 'failing'])
      .optional()
      .meta({
        description:
          'Reason why the endpoint is disabled. `account`: the account disabled the endpoint. `failing`: all ' +
          'attempts failed for several days.',
      }),
    failingSince: z.iso
      .datetime()
      .optional()
      .meta({
        description:
          'Time of the first failed attempt after the last successful delivery. Omitted if the last attempt ' +
          'succeeded.',
      }),
    lastSucceededAt: z.iso.datetime().optional().meta({ description: 'Time of the last successful attempt.' }),
    secret: z
      .object({
        createdAt: z.iso.datetime().meta({ description: 'Time when the current secret was created.' }),
        rotatedAt: z.iso
          .datetime()
          .optional()
          .meta({ description: 'Time of the last rotation. Omitted if the secret was never rotated.' }),
        overlapUntil: z.iso
          .datetime()
          .optional()
          .meta({ description: 'Time after which events are no longer signed with the previous secret.' }),
      })
      .meta({ description: 'Secret state.' }),
    createdAt: z.iso.datetime().meta({ description: 'Time when the endpoint was created.' }),
  })
  .meta({ id: 'Webhook', description: 'A webhook endpoint in an account. Properties that do not apply are omitted.' })

/** Returns an endpoint as shown to its account at time `now`. */
export function webhookAnswer(endpoint: WebhookEndpointRow, now: Date): z.input<typeof WebhookAnswer> {
  const { disabledAt, disabledReason, failingSince, lastSucceededAt, secretRotatedAt, createdAt } = endpoint
  const overlapUntil = endpointOverlapOf(endpoint, now)
  return {
    webhookId: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    events: shownSubscription(endpoint.events),
    enabled: disabledAt === null,
    ...(disabledAt && { disabledAt: disabledAt.toISOString() }),
    ...(disabledReason && { disabledReason }),
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    ...(lastSucceededAt && { lastSucceededAt: lastSucceededAt.toISOString() }),
    secret: {
      createdAt: (secretRotatedAt ?? createdAt).toISOString(),
      ...(secretRotatedAt && { rotatedAt: secretRotatedAt.toISOString() }),
      ...(overlapUntil && { overlapUntil: overlapUntil.toISOString() }),
    },
    createdAt: createdAt.toISOString(),
  }
}

/**
 * Returns an endpoint's name for the audit log. Includes only the host, because the rest of the URL can contain a
 * secret.
 */
export function auditedWebhook({ webhookId, url }: Pick<z.input<typeof WebhookAnswer>, 'webhookId' | 'url'>): string {
  return `webhook ${webhookId} (${URL.parse(url)?.host ?? 'no address'})`
}

/** Returns the caller's endpoint with this ID. Throws NOT_FOUND for other accounts' endpoints. */
export async function requireWebhook(db: Database, caller: Caller, id: string): Promise<WebhookEndpointRow> {
  const endpoint = isUuid(id) ? await findWebhookEndpoint(db, caller.accountId, id) : undefined
  if (!endpoint) throw unknownWebhook()
  return endpoint
}

/** Throws PLAN_REQUIRED if the caller's plan does not include one of the events. */
export function requireEventsOfPlan(events: readonly Subscription[], caller: Caller): void {
  const beyond = eventBeyondPlan(events, caller.plan)
  if (!beyond) return
  throw new ApiError(
    'PLAN_REQUIRED',
    `The ${beyond.event} event requires one of these plans: ${beyond.plans.join(', ')}. The account is on ` +
      `the ${caller.plan} plan.`,
    { details: [{ path: 'body.events', message: `should not include ${beyond.event}` }] },
  )
}

export function unknownWebhook(): ApiError {
  return new ApiError('NOT_FOUND', 'The account has no webhook endpoint with this ID. Check the ID.')
}

/** Returns the error for a request that would send to a disabled endpoint. */
export function disabledWebhook(): ApiError {
  return new ApiError('CONFLICT', 'The webhook endpoint is disabled. Enable it first.')
}
