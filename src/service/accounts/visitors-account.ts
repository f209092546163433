import { insertAccount } from '../db/accounts/accounts.ts'
import { visitorsAccount } from '../../engine/model/visitors-account.ts'
import type { AccountContext } from './account-context.ts'
import { generateWebhookSecret, sealWebhookSecret } from './sealed-secrets.ts'

/** Makes the account of scans that people submit without being signed in, unless it is there. */
export async function makeVisitorsAccount({ db, masterKey }: AccountContext): Promise<void> {
  const { id, name } = visitorsAccount
  await insertAccount(db, {
    id,
    name,
    plan: 'free',
    webhookSecretSealed: sealWebhookSecret(masterKey, id, generateWebhookSecret()),
  })
}
