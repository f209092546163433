import { z } from 'zod'
import { deliveryLogLimits } from './delivery-log-limits.ts'
import { endpoint } from '../endpoint.ts'
import { DeliveryAnswer, DeliveryParams, requireDelivery, singleDeliveryAnswer } from './delivery-shape.ts'

export const getWebhookDelivery = endpoint({
  id: 'get-webhook-delivery',
  method: 'get',
  path: '/api/v1/webhooks/:webhookId/deliveries/:deliveryId',
  tag: 'webhooks',
  summary: 'Get a delivery',
  description: `Returns a delivery with its request body and its last ${deliveryLogLimits.maxAttempts} attempts.`,
  permission: 'webhooks:write',
  params: DeliveryParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: DeliveryAnswer.extend({
    body: z.string().meta({
      description: 'Signed request body: the JSON envelope of the event, encoded in UTF-8.',
      examples: ['{"id":"evt_…","event":"ping","timestamp":"2026-01-31T12:00:00.000Z","data":{}}'],
    }),
  }).meta({ id: 'DeliveryWithBody', description: 'A delivery with its request body.' }),
  errors: ['NOT_FOUND'],
  async respond({ db }, { caller, params }) {
    const delivery = await requireDelivery(db, caller, params)
    return { data: { ...(await singleDeliveryAnswer(db, delivery)), body: delivery.body } }
  },
})
