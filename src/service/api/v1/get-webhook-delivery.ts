import { z } from 'zod'
import { deliveryLogLimits } from './delivery-log-limits.ts'
import { endpoint } from '../endpoint.ts'
import { DeliveryAnswer, DeliveryParams, requireDelivery, singleDeliveryAnswer } from './delivery-shape.ts'

/** One delivery with the body that is sent. */
export const getWebhookDelivery = endpoint({
  id: 'get-webhook-delivery',
  method: 'get',
  path: '/api/v1/webhooks/:webhookId/deliveries/:deliveryId',
  tag: 'webhooks',
  summary: 'Read a delivery',
  description: `With its last ${deliveryLogLimits.maxAttempts} attempts and the body that is sent.`,
  permission: 'webhooks:write',
  params: DeliveryParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: DeliveryAnswer.extend({
    body: z.string().meta({
      description: 'The bytes that are signed and sent, as UTF-8: the envelope of the event as JSON.',
      examples: ['{"id":"evt_…","event":"ping","timestamp":"2026-01-31T12:00:00.000Z","data":{}}'],
    }),
  }).meta({ id: 'DeliveryWithBody', description: 'A delivery with the body that is sent.' }),
  errors: ['NOT_FOUND'],
  async respond({ db }, { caller, params }) {
    const delivery = await requireDelivery(db, caller, params)
    return { data: { ...(await singleDeliveryAnswer(db, delivery)), body: delivery.body } }
  },
})
