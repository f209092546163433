import { randomBytes } from 'node:crypto'
import type { MasterKey } from './master-key.ts'
import { seal, unseal } from './sealed.ts'

/** Active signing secrets in plaintext. */
export interface WebhookSecrets {
  readonly current: string
  /** Previous secret during an overlap. Signs the header that holds only one signature. */
  readonly previous: string | undefined
}

/** Stored secrets of an account or endpoint. */
export interface SealedSecrets {
  /** Owner ID. Decryption fails for a different owner. */
  readonly owner: string
  readonly current: Buffer
  readonly previous: Buffer | null
  /** End of the overlap. Null if there is no previous secret. */
  readonly previousUntil: Date | null
}

/** Rotation result: the new plaintext secret, which is shown only once, and the end of the overlap. */
export interface RotatedWebhookSecret {
  readonly secret: string
  readonly rotatedAt: Date
  readonly overlapUntil: Date | undefined
}

/** The secret was not replaced, because an overlap is in progress. */
export interface RotationUnderWay {
  readonly underWayUntil: Date
}

/** Returns a new secret in the format of the Standard Webhooks specification: `whsec_` and 24 to 64 bytes in Base64. */
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
 * Decrypts the secrets that are active at `now`. Throws if they belong to a different owner, or were encrypted with a
 * different master key.
 */
export function openSecrets(masterKey: MasterKey, sealed: SealedSecrets, now: Date): WebhookSecrets {
  const { owner, current, previous } = sealed
  return {
    current: openWebhookSecret(masterKey, owner, current),
    previous: previous && overlapOf(sealed, now) ? openWebhookSecret(masterKey, owner, previous) : undefined,
  }
}

/** Returns the time when two secrets stop overlapping, or undefined if only one is active. */
export function overlapOf(
  { previous, previousUntil }: Pick<SealedSecrets, 'previous' | 'previousUntil'>,
  now: Date,
): Date | undefined {
  return previous && previousUntil && previousUntil > now ? previousUntil : undefined
}

/**
 * Creates a new secret. Returns the stored form of both secrets. Rejects a rotation with an overlap during another
 * overlap, because it would invalidate the previous secret while receivers still rely on it. A rotation without an
 * overlap ends the old secrets immediately.
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
