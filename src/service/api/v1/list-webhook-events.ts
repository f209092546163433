import { z } from 'zod'
import { Plan } from '../../accounts/plans.ts'
import { WebhookEventName } from '../../../engine/model/webhook-event.ts'
import { webhookEventTypes } from '../../webhooks/catalogue.ts'
import { envelopeOf, type WebhookEventType } from '../../webhooks/webhook-event-type.ts'
import { endpoint } from '../endpoint.ts'

const ListedEvent = z
  .object({
    name: WebhookEventName,
    summary: z.string().meta({ description: 'When the event is sent.', examples: ['A scan has completed'] }),
    description: z.string().meta({
      description: 'Details of the event.',
      examples: ['Contains the scan results.'],
    }),
    plans: z.array(Plan).meta({ description: 'Plans that include the event.' }),
    schema: z
      .record(z.string(), z.unknown())
      .meta({ description: 'JSON Schema (2020-12) for the request body. New fields can be added at any time.' }),
    example: z.record(z.string(), z.unknown()).meta({ description: 'Example request body.' }),
  })
  .meta({ id: 'WebhookEventType', description: 'A type of webhook event.' })

/** Lists all webhook events with schemas and examples. */
export const listWebhookEvents = endpoint({
  id: 'list-webhook-events',
  method: 'get',
  path: '/api/v1/webhooks/events',
  tag: 'webhooks',
  summary: 'List webhook events',
  description:
    'Returns all webhook events, each with the plans that include it, a JSON Schema, and an example. Any key can ' +
    'call this endpoint.',
  permission: 'any key',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: z.object({ events: z.array(ListedEvent).meta({ description: 'Events, sorted by name.' }) }),
  errors: [],
  async respond() {
    return { data: { events: listed() } }
  },
})

let known: z.input<typeof ListedEvent>[] | undefined

/** Returns the cached catalogue. Generating the schemas takes longer than the rest of a request. */
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
