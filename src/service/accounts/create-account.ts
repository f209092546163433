import { randomUUID } from 'node:crypto'
import { type AccountRow, insertAccount } from '../db/accounts/accounts.ts'
import type { AccountContext } from './account-context.ts'
import { issueKey } from './issue-key.ts'
import type { Permission } from './permissions.ts'
import type { Plan } from './plans.ts'
import { generateWebhookSecret, openWebhookSecret, sealWebhookSecret } from './sealed-secrets.ts'

/** Creates an account with its own webhook secret. Returns undefined if the name is in use. */
export async function createAccount(
  { db, masterKey }: AccountContext,
  { name, plan }: { name: string; plan: Plan },
): Promise<AccountRow | undefined> {
  const id = randomUUID()
  return insertAccount(db, {
    id,
    name,
    plan,
    webhookSecretSealed: sealWebhookSecret(masterKey, id, generateWebhookSecret()),
  })
}

/** Returns an account's webhook secret in plaintext. */
export function webhookSecretOf({ masterKey }: Pick<AccountContext, 'masterKey'>, account: AccountRow): string {
  return openWebhookSecret(masterKey, account.id, account.webhookSecretSealed)
}

/** Creates a key for an account and returns it in plaintext. The key cannot be read later. */
export async function createApiKey(
  context: AccountContext,
  {
    expiresAt = null,
    ...key
  }: { accountId: string; name: string; permissions: readonly Permission[]; expiresAt?: Date | null },
): Promise<string> {
  return (await issueKey(context, { ...key, expiresAt })).secret
}
