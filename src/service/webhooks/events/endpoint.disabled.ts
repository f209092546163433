import { z } from 'zod'
import { everyPlan, type WebhookEventType } from '../webhook-event-type.ts'

/** An endpoint of the account was switched off because nothing got through. */
export const endpointDisabled: WebhookEventType = {
  name: 'endpoint.disabled',
  summary: 'Every attempt of days has failed at an endpoint, and nothing more is sent to it',
  description:
    'Goes to the other endpoints of the account. Switch the endpoint on again once it works, and send what ' +
    'it has missed with one call of the API.',
  plans: everyPlan,
  data: z.object({
    webhookId: z.uuid().meta({ description: 'The endpoint that was switched off.' }),
    url: z.string().meta({ description: 'Where it is.' }),
    failingSince: z.iso.datetime().meta({ description: 'The first failed attempt after the last good one.' }),
    disabledAt: z.iso.datetime().meta({ description: 'Since when nothing is sent to it.' }),
    failedDeliveries: z
      .int()
      .nonnegative()
      .meta({ description: 'Events since `failingSince` whose every attempt failed.' }),
    lastFailure: z
      .string()
      .optional()
      .meta({ description: 'Why the last attempt failed, for people; absent where that is not kept any more.' }),
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
