import { z } from 'zod'
import { Plan } from '../../accounts/plans.ts'
import { WebhookEventName } from '../../../engine/model/webhook-event.ts'
import { webhookEventTypes } from '../../webhooks/catalogue.ts'
import { envelopeOf, type WebhookEventType } from '../../webhooks/webhook-event-type.ts'
import { endpoint } from '../endpoint.ts'

const ListedEvent = z
  .object({
    name: WebhookEventName,
    summary: z.string().meta({ description: 'When it is sent.', examples: ['When a scan has ended well'] }),
    description: z.string().meta({
      description: 'What a receiver should know beside that.',
      examples: ['The counts are of open findings.'],
    }),
    plans: z.array(Plan).meta({ description: 'The plans whose accounts may have it.' }),
    schema: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What is sent, as JSON Schema 2020-12. Further fields may be added.' }),
    example: z.record(z.string(), z.unknown()).meta({ description: 'What is sent, for example.' }),
  })
  .meta({ id: 'WebhookEventType', description: 'A kind of event that receivers are told of.' })

/** Every kind of event, with its shape and an example. */
export const listWebhookEvents = endpoint({
  id: 'list-webhook-events',
  method: 'get',
  path: '/api/v1/webhooks/events',
  tag: 'webhooks',
  summary: 'List the events',
  description:
    'Every event that there is, with the plans that have it, its JSON Schema and an example. Every key may ask.',
  permission: 'any key',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: z.object({ events: z.array(ListedEvent).meta({ description: 'Sorted by name.' }) }),
  errors: [],
  async respond() {
    return { data: { events: listed() } }
  },
})

let known: z.input<typeof ListedEvent>[] | undefined

/**
 * The catalogue as it is answered; written once, since making the schemas takes longer than everything else of a
 * request.
 */
function listed(): z.input<typeof ListedEvent>[] {
  known ??= webhookEventTypes.map(listedEvent)
  return known
}

function listedEvent({
  name,
  summary,
  description,
  plans,
  data,
  example,
}: WebhookEventType): z.input<typeof ListedEvent> {
  const envelope = envelopeOf({ name, data })
  return {
    name,
    summary,
    description,
    plans: [...plans],
    schema: z.toJSONSchema(envelope, { io: 'input' }),
    example: envelope.parse({
      id: 'evt_Zk3vQ9sXw1LrT0aBcDeFgHiJkLmNoPqRsTuVwXyZ012',
      event: name,
      timestamp: '2026-01-31T12:00:00.000Z',
      data: example,
    }),
  }
}
