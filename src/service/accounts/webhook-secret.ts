import { type AccountRow, findAccount, updateWebhookSecrets } from '../db/accounts/accounts.ts'
import type { AccountContext } from './account-context.ts'
import {
  openSecrets,
  overlapOf,
  replaceSecret,
  type RotatedWebhookSecret,
  type RotationUnderWay,
  type SealedSecrets,
  type WebhookSecrets,
} from './sealed-secrets.ts'

/** Returns the signing secrets that are active for an account's webhooks, in plaintext. */
export function webhookSecretsOf(
  { masterKey }: Pick<AccountContext, 'masterKey'>,
  account: AccountRow,
  now: Date,
): WebhookSecrets {
  return openSecrets(masterKey, sealedSecretsOf(account), now)
}

/** Returns the time when two secrets stop overlapping, or undefined if only one is active. */
export function webhookOverlapOf(account: AccountRow, now: Date): Date | undefined {
  return overlapOf(sealedSecretsOf(account), now)
}

/** Rotates the webhook secret of an account. Does nothing during an overlap, unless the new rotation has none. */
export async function rotateWebhookSecret(
  { db, masterKey }: AccountContext,
  { accountId, overlapSeconds, now }: { accountId: string; overlapSeconds: number; now: Date },
): Promise<RotatedWebhookSecret | RotationUnderWay> {
  return db.transaction(async (db) => {
    const account = await findAccount(db, accountId, { lock: true })
    if (!account) throw new Error(`the account ${accountId} is gone`)
    const replaced = replaceSecret(masterKey, sealedSecretsOf(account), { overlapSeconds, now })
    if ('underWayUntil' in replaced) return replaced
    const { current, previous, previousUntil } = replaced.sealed
    await updateWebhookSecrets(db, accountId, {
      webhookSecretSealed: current,
      previousWebhookSecretSealed: previous,
      previousWebhookSecretUntil: previousUntil,
      webhookSecretRotatedAt: now,
    })
    return replaced.rotated
  })
}

function sealedSecretsOf(account: AccountRow): SealedSecrets {
  return {
    owner: account.id,
    current: account.webhookSecretSealed,
    previous: account.previousWebhookSecretSealed,
    previousUntil: account.previousWebhookSecretUntil,
  }
}
