import { createHmac } from 'node:crypto'
import { insertLoginLink, takeLoginLink } from '../db/accounts/login-links.ts'
import { sessionLimits } from './session-limits.ts'
import type { AccountContext } from './account-context.ts'
import { newToken } from './session-token.ts'

/** Where links that sign in lead to. */
export const loginPath = '/login'

/**
 * A link that signs in to an account, once and within ten minutes. Its token stands behind the `#`, which browsers send
 * to nobody: it comes into no log of a proxy, and only the page itself reads it.
 *
 * @param publicUrl without trailing slash
 */
export async function createLoginLink(
  context: AccountContext,
  { accountId, publicUrl, now }: { accountId: string; publicUrl: string; now: Date },
): Promise<string> {
  const token = newToken()
  await insertLoginLink(context.db, {
    tokenHash: hashOf(context, token),
    accountId,
    expiresAt: new Date(now.getTime() + sessionLimits.linkValidMs),
  })
  return `${publicUrl}${loginPath}#${token}`
}

/**
 * Uses a link up by its token: the account that it is for; undefined for one that was used, has ended or never was,
 * without telling which.
 */
export async function redeemLoginLink(context: AccountContext, token: string, now: Date): Promise<string | undefined> {
  return takeLoginLink(context.db, hashOf(context, token), now)
}

function hashOf({ masterKey }: Pick<AccountContext, 'masterKey'>, token: string): Buffer {
  return createHmac('sha256', masterKey.derive('sessions')).update(`link ${token}`).digest()
}
