import { z } from 'zod'
import { pingEndpoint } from '../../webhooks/ping-endpoint.ts'
import { endpoint } from '../endpoint.ts'
import { DeliveryAnswer } from './delivery-shape.ts'
import { disabledWebhook, requireWebhook, unknownWebhook, WebhookParams } from './webhook-shape.ts'

/** Sends a test event to an endpoint. */
export const pingWebhook = endpoint({
  id: 'ping-webhook',
  method: 'post',
  path: '/api/v1/webhooks/:webhookId/ping',
  tag: 'webhooks',
  summary: 'Test a webhook endpoint',
  description:
    'Sends a `ping` event to the endpoint, even if the endpoint is not subscribed to that event. The event is signed ' +
    'and delivered like any other event. To see the result, retrieve the delivery.',
  permission: 'webhooks:write',
  params: WebhookParams,
  query: z.strictObject({}),
  body: undefined,
  status: 202,
  data: DeliveryAnswer.pick({ deliveryId: true, eventId: true }),
  headers: { Location: 'URL path of the delivery.' },
  errors: ['NOT_FOUND', 'CONFLICT'],
  async respond(context, { caller, params }) {
    const { id } = await requireWebhook(context.db, caller, params.webhookId)
    const sent = await pingEndpoint(context, { accountId: caller.accountId, endpointId: id, now: new Date() })
    if (sent === 'unknown') throw unknownWebhook()
    if (sent === 'disabled') throw disabledWebhook()
    return { data: sent, headers: { Location: `/api/v1/webhooks/${id}/deliveries/${sent.deliveryId}` } }
  },
})
