import { randomBytes } from 'node:crypto'
import { type AccountRow, findAccount, updateWebhookSecrets } from '../db/accounts.ts'
import type { AccountContext } from './account-context.ts'
import type { MasterKey } from './master-key.ts'
import { seal, unseal } from './sealed.ts'

/** `whsec_` and base64 of 24 to 64 bytes: the form of the Standard Webhooks specification. */
export function generateWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

export function sealWebhookSecret(masterKey: MasterKey, accountId: string, secret: string): Buffer {
  return seal(masterKey.derive('webhook-secrets'), accountId, secret)
}

export function openWebhookSecret(masterKey: MasterKey, accountId: string, sealed: Buffer): string {
  return unseal(masterKey.derive('webhook-secrets'), accountId, sealed)
}

/** The secrets that sign an account's webhooks at a moment, in clear. */
export interface WebhookSecrets {
  readonly current: string
  /** The one before, while both hold. It alone makes the header that has room for one signature. */
  readonly previous: string | undefined
}

export function webhookSecretsOf({ masterKey }: Pick<AccountContext, 'masterKey'>, account: AccountRow, now: Date): WebhookSecrets {
  const { id, webhookSecretSealed, previousWebhookSecretSealed: previous } = account
  return {
    current: openWebhookSecret(masterKey, id, webhookSecretSealed),
    previous: previous && webhookOverlapOf(account, now) ? openWebhookSecret(masterKey, id, previous) : undefined,
  }
}

/** Until when two secrets hold; undefined when only one does. */
export function webhookOverlapOf({ previousWebhookSecretSealed: previous, previousWebhookSecretUntil: until }: AccountRow, now: Date): Date | undefined {
  return previous && until && until > now ? until : undefined
}

/** A rotation: the new secret in clear, which is shown this once, and until when the old one holds too. */
export interface RotatedWebhookSecret {
  readonly secret: string
  readonly rotatedAt: Date
  readonly overlapUntil: Date | undefined
}

/**
 * Replaces the webhook secret of an account. While one overlap lasts there is no second one, which would
 * leave receivers with a secret that signs nothing; without overlap the old ones end at once, always.
 */
export async function rotateWebhookSecret(
  { db, masterKey }: AccountContext,
  { accountId, overlapSeconds, now }: { accountId: string; overlapSeconds: number; now: Date },
): Promise<RotatedWebhookSecret | { readonly underWayUntil: Date }> {
  return db.transaction(async (db) => {
    const account = await findAccount(db, accountId, { lock: true })
    if (!account) throw new Error(`the account ${accountId} is gone`)
    const underWayUntil = webhookOverlapOf(account, now)
    if (underWayUntil && overlapSeconds > 0) return { underWayUntil }
    const secret = generateWebhookSecret()
    const overlapUntil = overlapSeconds > 0 ? new Date(now.getTime() + overlapSeconds * 1000) : undefined
    await updateWebhookSecrets(db, accountId, {
      webhookSecretSealed: sealWebhookSecret(masterKey, accountId, secret),
      previousWebhookSecretSealed: overlapUntil ? account.webhookSecretSealed : null,
      previousWebhookSecretUntil: overlapUntil ?? null,
      webhookSecretRotatedAt: now,
    })
    return { secret, rotatedAt: now, overlapUntil }
  })
}
