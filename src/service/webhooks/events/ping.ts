import { z } from 'zod'
import { everyPlan, type WebhookEventType } from '../webhook-event-type.ts'

/** Sent if a client tests an endpoint. */
export const ping: WebhookEventType = {
  name: 'ping',
  summary: 'A test event that you requested',
  description:
    'The event is signed and delivered like any other event. The event is sent only to the endpoint that you test, ' +
    'even if that endpoint is not subscribed to ping events.',
  plans: everyPlan,
  data: z.object({
    webhookId: z.uuid().meta({ description: 'ID of the tested endpoint.' }),
    message: z.string().meta({ description: 'Human-readable message.' }),
  }),
  example: {
    webhookId: '0b9e1c52-7a3f-4d6e-9a41-5c2f8e7d3b10',
    message: 'This is a test event. No action is required.',
  },
}
