import { randomBytes, randomUUID } from 'node:crypto'
import { type AccountRow, insertAccount } from '../db/accounts.ts'
import { insertApiKey } from '../db/api-keys.ts'
import type { Database } from '../db/client.ts'
import { generateApiKey, hashApiKey } from './api-key.ts'
import type { MasterKey } from './master-key.ts'
import type { Permission } from './permissions.ts'
import type { Plan } from './plans.ts'
import { seal, unseal } from './sealed.ts'

export interface AccountContext {
  readonly db: Database
  readonly masterKey: MasterKey
}

/** Makes an account with a webhook secret of its own; undefined when the name is taken. */
export async function createAccount({ db, masterKey }: AccountContext, { name, plan }: { name: string; plan: Plan }): Promise<AccountRow | undefined> {
  const id = randomUUID()
  // `whsec_` and base64 of 24 to 64 bytes: the form of the Standard Webhooks specification.
  const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`
  return insertAccount(db, { id, name, plan, webhookSecretSealed: seal(masterKey.derive('webhook-secrets'), id, webhookSecret) })
}

/** The webhook secret of an account in clear. */
export function webhookSecretOf({ masterKey }: AccountContext, account: AccountRow): string {
  return unseal(masterKey.derive('webhook-secrets'), account.id, account.webhookSecretSealed)
}

/** Makes a key for an account and returns it in clear: this is the only moment at which it exists so. */
export async function createApiKey(
  { db, masterKey }: AccountContext,
  key: { accountId: string; name: string; permissions: readonly Permission[] },
): Promise<string> {
  const { key: secret, prefix } = generateApiKey()
  await insertApiKey(db, {
    id: randomUUID(),
    accountId: key.accountId,
    name: key.name,
    prefix,
    secretHash: hashApiKey(masterKey.derive('api-key-pepper'), secret),
    permissions: [...key.permissions],
  })
  return secret
}
