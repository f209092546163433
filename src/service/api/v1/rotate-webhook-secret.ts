import { z } from 'zod'
import { rotateWebhookSecret as rotate } from '../../accounts/webhook-secret.ts'
import { endpoint } from '../endpoint.ts'
import { uncached } from './key-shape.ts'
import { rotatedSecret, RotatedSecret, rotationDescription, rotationUnderWay, SecretRotation } from './secret-shape.ts'

/** Replaces the secret that signs the webhooks of submitted scans. */
export const rotateWebhookSecret = endpoint({
  id: 'rotate-webhook-secret',
  method: 'post',
  path: '/api/v1/webhooks/secret/rotate',
  tag: 'account',
  summary: 'Replace the webhook secret',
  description:
    `The account's secret signs what goes to the \`webhook\` of a submitted scan; an endpoint has one of its ` +
    `own. ${rotationDescription}`,
  permission: 'webhooks:write',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: SecretRotation,
  status: 200,
  data: RotatedSecret,
  headers: { 'Cache-Control': '`no-store`: the answer holds a secret.' },
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
