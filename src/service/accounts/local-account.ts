import type { AccountContext } from './account-context.ts'
import { createAccount, createApiKey, webhookSecretOf } from './create-account.ts'
import { permissions } from './permissions.ts'

/** The account of whoever runs the service. */
export const localAccountName = 'local'

/**
 * Makes the account `local` and its first key, the first time a service starts on a database.
 * Undefined ever after, also for the slower of two processes that start at once.
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
