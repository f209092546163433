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
        'Deliveries that failed for good since then are sent again; absent: since the endpoint began to fail.',
      examples: ['2026-01-31T00:00:00.000Z'],
    }),
})

/** Sends again what an endpoint has missed. */
export const recoverWebhook = endpoint({
  id: 'recover-webhook',
  method: 'post',
  path: '/api/v1/webhooks/:webhookId/recover',
  tag: 'webhooks',
  summary: 'Send again what a webhook endpoint has missed',
  description:
    'For a receiver that is well again, in one call: an endpoint that was disabled because it failed is ' +
    'enabled, and whatever failed for good is sent again with the same ids, now, and with the whole ' +
    'schedule of attempts. An endpoint that the account itself switched off stays off.',
  permission: 'webhooks:write',
  params: WebhookParams,
  query: z.strictObject({}),
  body: RecoveryRequest,
  status: 202,
  data: z.object({
    count: z
      .int()
      .nonnegative()
      .meta({ description: 'Deliveries that are sent again.', examples: [12] }),
    since: z.iso.datetime().meta({ description: 'Since when they had failed.' }),
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
        'The last attempt at this webhook went well, so a time has to say what is sent again.',
        { details: [{ path: 'body.since', message: 'is required for a webhook that does not fail' }] },
      )
    return { data: { count: recovery.count, since: recovery.since.toISOString() } }
  },
})
