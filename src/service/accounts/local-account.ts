import type { AccountContext } from './account-context.ts'
import { createAccount, createApiKey, webhookSecretOf } from './create-account.ts'
import { permissions } from './permissions.ts'

/** The account of the operator. */
export const localAccountName = 'local'

/**
 * Creates the account `local` and its first key when a service starts on a database for the first time. Undefined after
 * that, also for the slower of two processes that start at the same time.
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
