import { randomBytes } from 'node:crypto'
import type { MasterKey } from './master-key.ts'
import { seal, unseal } from './sealed.ts'

/** The secrets that sign at a moment, in clear. */
export interface WebhookSecrets {
  readonly current: string
  /** The one before, while both hold. It alone makes the header that has room for one signature. */
  readonly previous: string | undefined
}

/** The secrets of an account or of an endpoint as they are stored. */
export interface SealedSecrets {
  /** Id of whoever they belong to: they open for nobody else. */
  readonly owner: string
  readonly current: Buffer
  readonly previous: Buffer | null
  /** Until when the one before holds too; null when there is none. */
  readonly previousUntil: Date | null
}

/** A rotation: the new secret in clear, which is shown this once, and until when the old one holds too. */
export interface RotatedWebhookSecret {
  readonly secret: string
  readonly rotatedAt: Date
  readonly overlapUntil: Date | undefined
}

/** There is an overlap already, so that nothing was replaced. */
export interface RotationUnderWay {
  readonly underWayUntil: Date
}

/** `whsec_` and base64 of 24 to 64 bytes: the form of the Standard Webhooks specification. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

export function sealWebhookSecret(masterKey: MasterKey, owner: string, secret: string): Buffer {
  return seal(masterKey.derive('webhook-secrets'), owner, secret)
}

export function openWebhookSecret(masterKey: MasterKey, owner: string, sealed: Buffer): string {
  return unseal(masterKey.derive('webhook-secrets'), owner, sealed)
}

/**
 * Opens the secrets that sign at `now`. Throws when they are another owner's or were sealed with another master key.
 */
export function openSecrets(masterKey: MasterKey, sealed: SealedSecrets, now: Date): WebhookSecrets {
  const { owner, current, previous } = sealed
  return {
    current: openWebhookSecret(masterKey, owner, current),
    previous: previous && overlapOf(sealed, now) ? openWebhookSecret(masterKey, owner, previous) : undefined,
  }
}

/** Until when two secrets hold; undefined when only one does. */
export function overlapOf(
  { previous, previousUntil }: Pick<SealedSecrets, 'previous' | 'previousUntil'>,
  now: Date,
): Date | undefined {
  return previous && previousUntil && previousUntil > now ? previousUntil : undefined
}

/**
 * Makes a secret in place of another, and what is to be stored of both. While one overlap lasts there is
 * no second one, which would leave receivers with a secret that signs nothing; without overlap the old
 * ones end at once, always.
 */
export function replaceSecret(
  masterKey: MasterKey,
  sealed: SealedSecrets,
  { overlapSeconds, now }: { overlapSeconds: number; now: Date },
): { readonly rotated: RotatedWebhookSecret; readonly sealed: SealedSecrets } | RotationUnderWay {
  const underWayUntil = overlapOf(sealed, now)
  if (underWayUntil && overlapSeconds > 0) return { underWayUntil }
  const secret = generateWebhookSecret()
  const overlapUntil = overlapSeconds > 0 ? new Date(now.getTime() + overlapSeconds * 1000) : undefined
  return {
    rotated: { secret, rotatedAt: now, overlapUntil },
    sealed: {
      owner: sealed.owner,
      current: sealWebhookSecret(masterKey, sealed.owner, secret),
      previous: overlapUntil ? sealed.current : null,
      previousUntil: overlapUntil ?? null,
    },
  }
}
