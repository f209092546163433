import { z } from 'zod'
import { resendDelivery } from '../../webhooks/resend.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { DeliveryAnswer, DeliveryParams, requireDelivery, singleDeliveryAnswer } from './delivery-shape.ts'
import { disabledWebhook, requireWebhook } from './webhook-shape.ts'

/** Sends an event to an endpoint again. */
export const redeliverWebhookDelivery = endpoint({
  id: 'redeliver-webhook-delivery',
  method: 'post',
  path: '/api/v1/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
  tag: 'webhooks',
  summary: 'Redeliver an event',
  description:
    'Immediately resends the event with the same ID, the same body, and the full retry schedule. You can also ' +
    'resend events that were already delivered. Pending deliveries (status `waiting`) cannot be resent.',
  permission: 'webhooks:write',
  params: DeliveryParams,
  query: z.strictObject({}),
  body: undefined,
  status: 202,
  data: DeliveryAnswer,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async respond({ db, queue }, { caller, params }) {
    const { id } = await requireDelivery(db, caller, params)
    const endpoint = await requireWebhook(db, caller, params.webhookId)
    if (endpoint.disabledAt) throw disabledWebhook()
    const isDue = await db.transaction((tx) =>
      resendDelivery({ queue }, tx, {
        accountId: caller.accountId,
        endpointId: endpoint.id,
        deliveryId: id,
        now: new Date(),
      }),
    )
    if (!isDue)
      throw new ApiError('CONFLICT', 'The delivery is still pending. Resend the event after the delivery has finished.')
    return { data: await singleDeliveryAnswer(db, await requireDelivery(db, caller, params)) }
  },
})
