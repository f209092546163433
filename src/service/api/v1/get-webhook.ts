import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { requireWebhook, WebhookAnswer, webhookAnswer, WebhookParams } from './webhook-shape.ts'

export const getWebhook = endpoint({
  id: 'get-webhook',
  method: 'get',
  path: '/api/v1/webhooks/:webhookId',
  tag: 'webhooks',
  summary: 'Get a webhook endpoint',
  description:
    "Returns an endpoint's URL, events, and health, such as the time of the first failure and the reason why the " +
    'endpoint is disabled.',
  permission: 'webhooks:write',
  params: WebhookParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: WebhookAnswer,
  errors: ['NOT_FOUND'],
  async respond({ db }, { caller, params }) {
    return { data: webhookAnswer(await requireWebhook(db, caller, params.webhookId), new Date()) }
  },
})
