import { z } from 'zod'
import type { ZodOpenApiObject } from 'zod-openapi'
import { webhookEventTypes } from '../../webhooks/catalogue.ts'
import { envelopeOf, type WebhookEventType } from '../../webhooks/webhook-event-type.ts'

/** Delivery headers with their descriptions. */
const DeliveryHeaders = z.object({
  'X-Scanner-Signature': z.string().meta({
    description:
      '`sha256=`, followed by the HMAC-SHA256 of the raw body in lowercase hexadecimal. The HMAC key is the ' +
      'complete secret, including `whsec_`.',
  }),
  'webhook-id': z.string().meta({ description: 'The event `id`. This ID is the same for every attempt.' }),
  'webhook-timestamp': z.string().meta({ description: 'Time of this attempt, as a Unix timestamp in seconds.' }),
  'webhook-signature': z
    .string()
    .meta({ description: 'Space-separated list of signatures, as defined in the Standard Webhooks specification.' }),
})

/** Returns the OpenAPI 3.1 webhook description: one POST request for each event in the catalogue. */
export function openApiWebhooks(): NonNullable<ZodOpenApiObject['webhooks']> {
  return Object.fromEntries(webhookEventTypes.map((type) => [type.name, { post: delivery(type) }]))
}

/** Returns an event's example in its envelope. The envelope's time and ID are made up. */
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
      '2XX': { description: 'The event was received.' },
      default: {
        description:
          'The delivery attempt failed, and the event is resent according to the retry schedule. The event is also ' +
          'resent if there is no response within 30 seconds.',
      },
    },
  }
}
