import { z } from 'zod'
import type { RotatedWebhookSecret, RotationUnderWay } from '../../accounts/sealed-secrets.ts'
import { ApiError } from '../api-error.ts'
import { OverlapSeconds } from './key-shape.ts'

/** What callers should know of replacing a secret that signs webhooks. */
export const rotationDescription =
  'The new secret stands in this answer and nowhere else. While the overlap lasts, `X-Scanner-Signature` is ' +
  'made with the old secret and the Standard Webhooks headers carry both signatures. During an overlap ' +
  'there is no other one, but `overlapSeconds` 0 ends it at once.'

export const SecretRotation = z.strictObject({
  overlapSeconds: OverlapSeconds.default(86_400).meta({
    description: 'For how long the old secret signs too; a day when absent, 0 ends it at once.',
  }),
})

/** A secret in clear, as it is written in the answer in which it is shown. */
export const WebhookSecret = z.string().meta({
  description: 'The secret, as the Standard Webhooks specification writes it. It is shown this once.',
  examples: ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
})

export const RotatedSecret = z
  .object({
    webhookSecret: WebhookSecret,
    rotatedAt: z.iso.datetime().meta({ description: 'When it took effect.' }),
    overlapUntil: z.iso.datetime().optional().meta({ description: 'Until when the old secret signs too.' }),
  })
  .meta({ id: 'RotatedSecret', description: 'A secret that took the place of another.' })

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
    `The secret before still signs until ${underWayUntil.toISOString()}: rotate after that, or with ` +
      'overlapSeconds 0, which ends it at once.',
  )
}
