import { z } from 'zod'
import { rotateWebhookSecret as rotate } from '../../accounts/webhook-secret.ts'
import { endpoint } from '../endpoint.ts'
import { uncached } from './key-shape.ts'
import { rotatedSecret, RotatedSecret, rotationDescription, rotationUnderWay, SecretRotation } from './secret-shape.ts'

/** Rotates the secret that signs events for the `webhook` of scans. */
export const rotateWebhookSecret = endpoint({
  id: 'rotate-webhook-secret',
  method: 'post',
  path: '/api/v1/webhooks/secret/rotate',
  tag: 'account',
  summary: 'Rotate the webhook secret',
  description:
    'Replaces the account secret, which is used to sign events that are sent to the `webhook` URLs of scans. Webhook ' +
    `endpoints have their own secrets. ${rotationDescription}`,
  permission: 'webhooks:write',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: SecretRotation,
  status: 200,
  data: RotatedSecret,
  headers: { 'Cache-Control': '`no-store`, because the response contains a secret.' },
  errors: ['CONFLICT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  audited: () => 'secret of the account',
  async respond(context, { caller, body }) {
    const rotated = await rotate(context, {
      accountId: caller.accountId,
      overlapSeconds: body.overlapSeconds,
      now: new Date(),
    })
    if ('underWayUntil' in rotated) throw rotationUnderWay(rotated)
    return { data: rotatedSecret(rotated), headers: uncached }
  },
})
