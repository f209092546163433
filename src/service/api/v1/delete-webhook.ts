import { z } from 'zod'
import { removeWebhookEndpoint } from '../../db/webhooks/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { isUuid } from './uuid-text.ts'
import { auditedWebhook, unknownWebhook, WebhookAnswer, webhookAnswer, WebhookParams } from './webhook-shape.ts'

/** Deletes an endpoint and its delivery log. */
export const deleteWebhook = endpoint({
  id: 'delete-webhook',
  method: 'delete',
  path: '/api/v1/webhooks/:webhookId',
  tag: 'webhooks',
  summary: 'Delete a webhook endpoint',
  description:
    'Deletes the endpoint and its delivery log, and returns the deleted endpoint. No further events are sent ' +
    'to the endpoint. To keep the log, disable the endpoint instead.',
  permission: 'webhooks:write',
  params: WebhookParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: WebhookAnswer,
  errors: ['NOT_FOUND'],
  audited: auditedWebhook,
  async respond({ db }, { caller, params }) {
    const removed = isUuid(params.webhookId)
      ? await removeWebhookEndpoint(db, caller.accountId, params.webhookId)
      : undefined
    if (!removed) throw unknownWebhook()
    return { data: webhookAnswer(removed, new Date()) }
  },
})
