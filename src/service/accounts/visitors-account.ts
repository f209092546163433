import { insertAccount } from '../db/accounts/accounts.ts'
import { visitorsAccount } from '../../engine/model/visitors-account.ts'
import type { AccountContext } from './account-context.ts'
import { generateWebhookSecret, sealWebhookSecret } from './sealed-secrets.ts'

/** Creates the account that owns the scans of visitors who are not signed in, unless it exists. */
export async function makeVisitorsAccount({ db, masterKey }: AccountContext): Promise<void> {
  const { id, name } = visitorsAccount
  await insertAccount(db, {
    id,
    name,
    plan: 'free',
    webhookSecretSealed: sealWebhookSecret(masterKey, id, generateWebhookSecret()),
  })
}
