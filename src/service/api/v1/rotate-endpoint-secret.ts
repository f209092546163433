import { z } from 'zod'
import { rotateEndpointSecret as rotate } from '../../webhooks/endpoint-secrets.ts'
import { endpoint } from '../endpoint.ts'
import { uncached } from './key-shape.ts'
import { rotatedSecret, RotatedSecret, rotationDescription, rotationUnderWay, SecretRotation } from './secret-shape.ts'
import { requireWebhook, unknownWebhook, WebhookParams } from './webhook-shape.ts'

export const rotateEndpointSecret = endpoint({
  id: 'rotate-endpoint-secret',
  method: 'post',
  path: '/api/v1/webhooks/:webhookId/secret/rotate',
  tag: 'webhooks',
  summary: 'Rotate a webhook endpoint secret',
  description: `Replaces the endpoint secret. ${rotationDescription}`,
  permission: 'webhooks:write',
  params: WebhookParams,
  query: z.strictObject({}),
  body: SecretRotation,
  status: 200,
  data: RotatedSecret,
  headers: { 'Cache-Control': '`no-store`, because the response contains a secret.' },
  errors: ['NOT_FOUND', 'CONFLICT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  audited: (_data, { webhookId }) => `secret of the webhook ${webhookId}`,
  async respond(context, { caller, params, body }) {
    const { id } = await requireWebhook(context.db, caller, params.webhookId)
    const rotated = await rotate(context, {
      accountId: caller.accountId,
      endpointId: id,
      overlapSeconds: body.overlapSeconds,
      now: new Date(),
    })
    if (!rotated) throw unknownWebhook()
    if ('underWayUntil' in rotated) throw rotationUnderWay(rotated)
    return { data: rotatedSecret(rotated), headers: uncached }
  },
})
