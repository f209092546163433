import { z } from 'zod'
import type { RotatedWebhookSecret, RotationUnderWay } from '../../accounts/sealed-secrets.ts'
import { ApiError } from '../api-error.ts'
import { OverlapSeconds } from './key-shape.ts'

/** Description of secret rotation for the API reference. */
export const rotationDescription =
  'The new secret is returned only in this response. During the overlap, `X-Scanner-Signature` is computed with the ' +
  'old secret, and `webhook-signature` contains one signature for each secret. You cannot rotate the secret again ' +
  'during an overlap unless you set `overlapSeconds` to 0, which ends the overlap immediately.'

export const SecretRotation = z.strictObject({
  overlapSeconds: OverlapSeconds.default(86_400).meta({
    description:
      'Number of seconds for which events are also signed with the old secret. Defaults to one day. 0 retires ' +
      'the old secret immediately.',
  }),
})

/** Plaintext secret, in the only response that contains it. */
export const WebhookSecret = z.string().meta({
  description:
    'The secret, in the format defined by the Standard Webhooks specification. The secret is returned only in ' +
    'this response.',
  examples: ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
})

export const RotatedSecret = z
  .object({
    webhookSecret: WebhookSecret,
    rotatedAt: z.iso.datetime().meta({ description: 'Time when the new secret took effect.' }),
    overlapUntil: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Time after which events are no longer signed with the old secret.' }),
  })
  .meta({ id: 'RotatedSecret', description: 'The new secret issued by a rotation.' })

export function rotatedSecret({
  secret,
  rotatedAt,
  overlapUntil,
}: RotatedWebhookSecret): z.input<typeof RotatedSecret> {
  return {
    webhookSecret: secret,
    rotatedAt: rotatedAt.toISOString(),
    ...(overlapUntil && { overlapUntil: overlapUntil.toISOString() }),
  }
}

export function rotationUnderWay({ underWayUntil }: RotationUnderWay): ApiError {
  return new ApiError(
    'CONFLICT',
    `Events are also signed with the previous secret until ${underWayUntil.toISOString()}. Rotate the secret ` +
      'after that time, or set `overlapSeconds` to 0 to end the overlap immediately.',
  )
}
