import { z } from 'zod'
import type { RotatedWebhookSecret, RotationUnderWay } from '../../accounts/sealed-secrets.ts'
import { ApiError } from '../api-error.ts'
import { OverlapSeconds } from './key-shape.ts'

/** Description of secret rotation for the API reference. */
export const rotationDescription =
  'The new secret is only shown in this response. During the overlap, `X-Scanner-Signature` uses the old ' +
  'secret, and the Standard Webhooks headers contain both signatures. You cannot rotate again during an ' +
  'overlap, except with `overlapSeconds` 0, which ends it immediately.'

export const SecretRotation = z.strictObject({
  overlapSeconds: OverlapSeconds.default(86_400).meta({
    description: 'Number of seconds for which the old secret signs too. Defaults to one day. 0 retires it immediately.',
  }),
})

/** A secret in plain text, in the only response that shows it. */
export const WebhookSecret = z.string().meta({
  description: 'The secret, in the format of the Standard Webhooks specification. It is only shown in this response.',
  examples: ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
})

export const RotatedSecret = z
  .object({
    webhookSecret: WebhookSecret,
    rotatedAt: z.iso.datetime().meta({ description: 'Time when the new secret took effect.' }),
    overlapUntil: z.iso.datetime().optional().meta({ description: 'Time until which the old secret signs too.' }),
  })
  .meta({ id: 'RotatedSecret', description: 'A new secret after a rotation.' })

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
    `The previous secret still signs until ${underWayUntil.toISOString()}. Rotate after that time, or set ` +
      'overlapSeconds to 0 to end the overlap immediately.',
  )
}
