import { insertAccount } from '../db/accounts/accounts.ts'
import { registryAccount } from '../../engine/model/registry-account.ts'
import type { AccountContext } from './account-context.ts'
import { generateWebhookSecret, sealWebhookSecret } from './sealed-secrets.ts'

/**
 * Creates the account that owns the registry's scans, unless it exists. The account has no keys, and no command accepts
 * its name.
 */
export async function makeRegistryAccount({ db, masterKey }: AccountContext): Promise<void> {
  const { id, name } = registryAccount
  await insertAccount(db, {
    id,
    name,
    plan: 'enterprise',
    webhookSecretSealed: sealWebhookSecret(masterKey, id, generateWebhookSecret()),
  })
}
