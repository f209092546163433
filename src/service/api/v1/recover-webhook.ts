import { z } from 'zod'
import { recoverEndpoint } from '../../webhooks/recover-endpoint.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { MomentText } from './moment-text.ts'
import { disabledWebhook, requireWebhook, unknownWebhook, WebhookParams } from './webhook-shape.ts'

const RecoveryRequest = z.strictObject({
  since: MomentText('2026-01-31T00:00:00Z')
    .optional()
    .meta({
      description:
        'Start time, ISO 8601. Deliveries that failed earlier are not resent. Defaults to the time when the ' +
        'endpoint started failing.',
      examples: ['2026-01-31T00:00:00.000Z'],
    }),
})

/** Sends an endpoint's failed deliveries again. */
export const recoverWebhook = endpoint({
  id: 'recover-webhook',
  method: 'post',
  path: '/api/v1/webhooks/:webhookId/recover',
  tag: 'webhooks',
  summary: 'Recover a webhook endpoint',
  description:
    'Immediately resends failed deliveries to an endpoint, with the same IDs and the full retry schedule. Call ' +
    'this endpoint after you have fixed your receiver. If the webhook endpoint was disabled because of failures, ' +
    'it is re-enabled. If your account disabled the webhook endpoint, enable it first.',
  permission: 'webhooks:write',
  params: WebhookParams,
  query: z.strictObject({}),
  body: RecoveryRequest,
  status: 202,
  data: z.object({
    count: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of deliveries that will be resent.', examples: [12] }),
    since: z.iso.datetime().meta({ description: 'Start time. Deliveries that failed earlier are not resent.' }),
  }),
  errors: ['NOT_FOUND', 'CONFLICT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  async respond(context, { caller, params, body }) {
    const { id } = await requireWebhook(context.db, caller, params.webhookId)
    const recovery = await recoverEndpoint(context, {
      accountId: caller.accountId,
      endpointId: id,
      since: body.since === undefined ? undefined : new Date(body.since),
      now: new Date(),
    })
    if (recovery === 'unknown') throw unknownWebhook()
    if (recovery === 'switched off') throw disabledWebhook()
    if (recovery === 'not failing')
      throw new ApiError(
        'INVALID_REQUEST',
        'This webhook endpoint is not failing. Set `since` to choose which failed deliveries to resend.',
        { details: [{ path: 'body.since', message: 'is required for an endpoint that is not failing' }] },
      )
    return { data: { count: recovery.count, since: recovery.since.toISOString() } }
  },
})
