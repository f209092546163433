import type { AccountContext } from './account-context.ts'
import { createAccount, createApiKey, webhookSecretOf } from './create-account.ts'
import { permissions } from './permissions.ts'

/** Name of the operator's account. */
export const localAccountName = 'local'

/**
 * Creates the account `local` and its first key when a service first starts on a database. Returns undefined on later
 * starts. If two processes start at the same time, the slower one also gets undefined.
 */
export async function createLocalAccount(
  context: AccountContext,
): Promise<{ apiKey: string; webhookSecret: string } | undefined> {
  return context.db.transaction(async (db) => {
    const account = await createAccount({ ...context, db }, { name: localAccountName, plan: 'enterprise' })
    if (!account) return undefined
    const apiKey = await createApiKey({ ...context, db }, { accountId: account.id, name: 'first start', permissions })
    return { apiKey, webhookSecret: webhookSecretOf(context, account) }
  })
}
