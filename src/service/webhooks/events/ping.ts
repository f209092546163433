import { z } from 'zod'
import { everyPlan, type WebhookEventType } from '../webhook-event-type.ts'

/** Somebody asks whether an endpoint hears. */
export const ping: WebhookEventType = {
  name: 'ping',
  summary: 'Sent when you ask for it',
  description:
    'Tests an endpoint: it is signed and delivered like every other event, and goes to the one endpoint ' +
    'that was asked for, whatever that has subscribed to.',
  plans: everyPlan,
  data: z.object({
    webhookId: z.uuid().meta({ description: 'The endpoint that is tested.' }),
    message: z.string().meta({ description: 'A greeting, for people.' }),
  }),
  example: {
    webhookId: '0b9e1c52-7a3f-4d6e-9a41-5c2f8e7d3b10',
    message: 'This is a test: the endpoint hears, and nothing has happened.',
  },
}
