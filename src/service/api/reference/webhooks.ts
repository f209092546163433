import { z } from 'zod'
import type { ZodOpenApiObject } from 'zod-openapi'
import { webhookEventTypes } from '../../webhooks/catalogue.ts'
import { envelopeOf, type WebhookEventType } from '../../webhooks/webhook-event-type.ts'

/** The headers of a delivery, and what they say. */
const DeliveryHeaders = z.object({
  'X-Scanner-Signature': z.string().meta({
    description:
      '`sha256=` and the HMAC-SHA256 of the raw body in lower-case hex, keyed with the secret as it was shown.',
  }),
  'webhook-id': z.string().meta({ description: 'The `id` of the event: the same for every attempt.' }),
  'webhook-timestamp': z.string().meta({ description: 'When this attempt was made, in seconds of the epoch.' }),
  'webhook-signature': z
    .string()
    .meta({ description: 'Signatures as the Standard Webhooks specification has them, separated by spaces.' }),
})

/** What receivers of webhooks are sent, as OpenAPI 3.1 describes it: a POST for each event of the catalogue. */
export function openApiWebhooks(): NonNullable<ZodOpenApiObject['webhooks']> {
  return Object.fromEntries(webhookEventTypes.map((type) => [type.name, { post: delivery(type) }]))
}

/** What is sent of an event, with its example. The moment and the id of the envelope are made up. */
export function exampleEnvelope({ name, example }: WebhookEventType): object {
  return {
    id: 'evt_Zk3vQ9sXw1LrT0aBcDeFgHiJkLmNoPqRsTuVwXyZ012',
    event: name,
    timestamp: '2026-01-31T12:00:00.000Z',
    data: example,
  }
}

function delivery(type: WebhookEventType) {
  return {
    operationId: `receive${type.name
      .split(/[._]/)
      .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
      .join('')}`,
    summary: type.summary,
    description: `${type.description}${type.plans.includes('free') ? '' : '\n\nPlans: Pro and above.'}`,
    security: [],
    requestParams: { header: DeliveryHeaders },
    requestBody: {
      required: true,
      content: { 'application/json': { schema: envelopeOf(type), example: exampleEnvelope(type) } },
    },
    responses: {
      '2XX': { description: 'It has arrived.' },
      default: {
        description:
          'It has not, and is sent again by the schedule. So it is when there is no answer within 30 seconds.',
      },
    },
  }
}
