import { createHmac } from 'node:crypto'
import { insertLoginLink, takeLoginLink } from '../db/accounts/login-links.ts'
import { sessionLimits } from './session-limits.ts'
import type { AccountContext } from './account-context.ts'
import { newToken } from './session-token.ts'

export const loginPath = '/login'

/**
 * Creates a link that signs in to an account once, within ten minutes. The token is in the URL fragment, which browsers
 * do not send to servers. It therefore never appears in a proxy log, and only the page itself reads it.
 *
 * @param publicUrl without a trailing slash
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
 * Consumes a link by its token and returns its account. Returns undefined for a used, expired, or unknown link, without
 * revealing which.
 */
export async function redeemLoginLink(context: AccountContext, token: string, now: Date): Promise<string | undefined> {
  return takeLoginLink(context.db, hashOf(context, token), now)
}

function hashOf({ masterKey }: Pick<AccountContext, 'masterKey'>, token: string): Buffer {
  return createHmac('sha256', masterKey.derive('sessions')).update(`link ${token}`).digest()
}
