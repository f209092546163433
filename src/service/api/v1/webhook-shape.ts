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
  webhookId: z.string().meta({ description: 'The id of the endpoint.', examples: [webhookId] }),
})

/** The parts of an endpoint that its owner sets. */
export const webhookFields = {
  url: ReceiverUrl.meta({
    description: 'The https address that gets the events. It has to be public.',
    examples: ['https://hooks.example.com/assay'],
  }),
  description: z
    .string()
    .trim()
    .max(200)
    .regex(/^\P{C}*$/u, 'should have no control characters')
    .meta({ description: 'What it is for.', examples: ['security channel'] }),
  events: z
    .array(Subscription)
    .min(1, 'should name at least one event')
    .max(50, 'should name at most 50')
    .meta({ description: 'The events that it gets; `*` for every event that the plan has.' }),
}

/** An endpoint as its account sees it, without its secret; parts that do not apply are absent. */
export const WebhookAnswer = z
  .object({
    webhookId: z.uuid().meta({ description: 'Names the endpoint in paths.', examples: [webhookId] }),
    url: z.string().meta({ description: 'Where its events go.', examples: ['https://hooks.example.com/assay'] }),
    description: z.string().meta({ description: 'What it is for.', examples: ['security channel'] }),
    events: z.array(Subscription).meta({
      description: 'The events that it gets, as far as the plan has them.',
      examples: [['scan.completed', 'scan.failed']],
    }),
    enabled: z.boolean().meta({
      description: 'False while nothing is sent to it; events of that time are not kept for it.',
      examples: [true],
    }),
    disabledAt: z.iso.datetime().optional().meta({ description: 'When it was disabled.' }),
    disabledReason: z
      .enum(['account', 'failing'])
      .optional()
      .meta({ description: '`account`: it was switched off. `failing`: every attempt of days failed.' }),
    failingSince: z.iso
      .datetime()
      .optional()
      .meta({ description: 'The first failed attempt after the last good one; absent when the last one was good.' }),
    lastSucceededAt: z.iso.datetime().optional().meta({ description: 'The last good attempt.' }),
    secret: z
      .object({
        createdAt: z.iso.datetime().meta({ description: 'When the secret that signs was made.' }),
        rotatedAt: z.iso
          .datetime()
          .optional()
          .meta({ description: 'When it took the place of another; absent: never.' }),
        overlapUntil: z.iso.datetime().optional().meta({ description: 'Until when the one before signs too.' }),
      })
      .meta({ description: 'State of its secret.' }),
    createdAt: z.iso.datetime().meta({ description: 'When it was made.' }),
  })
  .meta({ id: 'Webhook', description: 'Where an account wants its events. Parts that do not apply are absent.' })

/** An endpoint as its account sees it at `now`. */
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

/** An endpoint in the audit log, by its host: the rest of an address may hold a secret. */
export function auditedWebhook({ webhookId, url }: Pick<z.input<typeof WebhookAnswer>, 'webhookId' | 'url'>): string {
  return `webhook ${webhookId} (${URL.parse(url)?.host ?? 'no address'})`
}

/** The caller's endpoint of this id; another account's is answered like one that does not exist. */
export async function requireWebhook(db: Database, caller: Caller, id: string): Promise<WebhookEndpointRow> {
  const endpoint = isUuid(id) ? await findWebhookEndpoint(db, caller.accountId, id) : undefined
  if (!endpoint) throw unknownWebhook()
  return endpoint
}

/** Throws PLAN_REQUIRED when an event is named that the caller's plan does not have. */
export function requireEventsOfPlan(events: readonly Subscription[], caller: Caller): void {
  const beyond = eventBeyondPlan(events, caller.plan)
  if (!beyond) return
  throw new ApiError(
    'PLAN_REQUIRED',
    `The event ${beyond.event} is sent on the plans ${beyond.plans.join(', ')}, and the account is on ${caller.plan}.`,
    { details: [{ path: 'body.events', message: `should not name ${beyond.event}` }] },
  )
}

export function unknownWebhook(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no webhook with this id in your account.')
}

/** For what cannot be sent to an endpoint that nothing is sent to. */
export function disabledWebhook(): ApiError {
  return new ApiError('CONFLICT', 'The webhook is disabled, so that nothing is sent to it: enable it first.')
}
