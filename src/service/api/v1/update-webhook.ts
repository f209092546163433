import { z } from 'zod'
import { changeEndpoint } from '../../webhooks/change-endpoint.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { receiverUrlDetails } from './receiver-url.ts'
import {
  auditedWebhook,
  requireEventsOfPlan,
  requireWebhook,
  unknownWebhook,
  WebhookAnswer,
  webhookAnswer,
  webhookFields,
  WebhookParams,
} from './webhook-shape.ts'

const WebhookChange = z.strictObject({
  url: webhookFields.url.optional(),
  description: webhookFields.description.optional(),
  events: webhookFields.events.optional(),
  enabled: z
    .boolean()
    .optional()
    .meta({
      description:
        'Whether events are sent to the endpoint. If you re-enable an endpoint, earlier failures are ignored.',
      examples: [true],
    }),
})

/** Updates the endpoint fields that are present in the request. */
export const updateWebhook = endpoint({
  id: 'update-webhook',
  method: 'patch',
  path: '/api/v1/webhooks/:webhookId',
  tag: 'webhooks',
  summary: 'Update a webhook endpoint',
  description:
    'Updates an endpoint. Omitted fields keep their current values. If you change the URL, pending deliveries are ' +
    'sent to the new URL. Events that occurred while the endpoint was disabled are not sent later. To resend failed ' +
    'deliveries, call `POST /api/v1/webhooks/{webhookId}/recover`.',
  permission: 'webhooks:write',
  params: WebhookParams,
  query: z.strictObject({}),
  body: WebhookChange,
  status: 200,
  data: WebhookAnswer,
  errors: ['PLAN_REQUIRED', 'NOT_FOUND', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  audited: auditedWebhook,
  async respond({ db, addressPolicy }, { caller, params, body }) {
    const details = receiverUrlDetails('body.url', body.url, addressPolicy)
    if (details.length > 0)
      throw new ApiError('INVALID_REQUEST', 'The request has invalid fields. Correct the fields listed in `details`.', {
        details,
      })
    const { id } = await requireWebhook(db, caller, params.webhookId)
    requireEventsOfPlan(body.events ?? [], caller)
    const now = new Date()
    const changed = await changeEndpoint(db, { accountId: caller.accountId, endpointId: id, change: body, now })
    if (!changed) throw unknownWebhook()
    return { data: webhookAnswer(changed, now) }
  },
})
