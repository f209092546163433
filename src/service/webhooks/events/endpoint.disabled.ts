import { z } from 'zod'
import { everyPlan, type WebhookEventType } from '../webhook-event-type.ts'

/** Sent if an endpoint of the account was disabled because all attempts failed. */
export const endpointDisabled: WebhookEventType = {
  name: 'endpoint.disabled',
  summary: 'An endpoint was disabled because all delivery attempts failed for several days',
  description:
    'The event is sent to all other endpoints in the account. Once the receiver is working again, call ' +
    '`POST /api/v1/webhooks/{webhookId}/recover` to enable the endpoint and resend failed deliveries.',
  plans: everyPlan,
  data: z.object({
    webhookId: z.uuid().meta({ description: 'ID of the disabled endpoint.' }),
    url: z.string().meta({ description: 'Endpoint URL.' }),
    failingSince: z.iso
      .datetime()
      .meta({ description: 'Time of the first failed attempt after the last successful delivery.' }),
    disabledAt: z.iso.datetime().meta({ description: 'Time when the endpoint was disabled.' }),
    failedDeliveries: z.int().nonnegative().meta({ description: 'Number of failed deliveries since `failingSince`.' }),
    lastFailure: z.string().optional().meta({
      description: 'Human-readable reason why the last attempt failed. Omitted if the reason is no longer stored.',
    }),
  }),
  example: {
    webhookId: '0b9e1c52-7a3f-4d6e-9a41-5c2f8e7d3b10',
    url: 'https://hooks.example/assay',
    failingSince: '2026-01-26T12:00:00.000Z',
    disabledAt: '2026-01-31T12:00:00.000Z',
    failedDeliveries: 12,
    lastFailure: 'answered 503',
  },
}
