import { z } from 'zod'
import { rotateWebhookSecret as rotate } from '../../accounts/webhook-secret.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { OverlapSeconds, uncached } from './key-shape.ts'

const Rotation = z.strictObject({
  overlapSeconds: OverlapSeconds.default(86_400).meta({ description: 'For how long the old secret signs too; a day when absent, 0 ends it at once.' }),
})

/** Replaces the secret that signs the account's webhooks. */
export const rotateWebhookSecret = endpoint({
  id: 'rotate-webhook-secret',
  method: 'post',
  path: '/api/v1/webhooks/secret/rotate',
  tag: 'account',
  summary: 'Replace the webhook secret',
  description:
    'The new secret stands in this answer and nowhere else. While the overlap lasts, `X-Scanner-Signature` is made with the old secret and the Standard Webhooks headers carry both signatures. During an overlap there is no other one, but `overlapSeconds` 0 ends it at once.',
  permission: 'webhooks:write',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: Rotation,
  status: 200,
  data: z.object({
    webhookSecret: z.string().meta({ description: 'The secret, as the Standard Webhooks specification writes it. It is shown this once.', examples: ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='] }),
    rotatedAt: z.iso.datetime().meta({ description: 'When it took effect.' }),
    overlapUntil: z.iso.datetime().optional().meta({ description: 'Until when the old secret signs too.' }),
  }),
  headers: { 'Cache-Control': '`no-store`: the answer holds a secret.' },
  errors: ['CONFLICT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  async respond(context, { caller, body }) {
    const rotated = await rotate(context, { accountId: caller.accountId, overlapSeconds: body.overlapSeconds, now: new Date() })
    if ('underWayUntil' in rotated) {
      throw new ApiError('CONFLICT', `The secret before still signs until ${rotated.underWayUntil.toISOString()}: rotate after that, or with overlapSeconds 0, which ends it at once.`)
    }
    const { secret, rotatedAt, overlapUntil } = rotated
    return { data: { webhookSecret: secret, rotatedAt: rotatedAt.toISOString(), ...(overlapUntil && { overlapUntil: overlapUntil.toISOString() }) }, headers: uncached }
  },
})
