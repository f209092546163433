import type { AccountRow } from '../db/accounts/accounts.ts'
import { permissions } from './permissions.ts'
import { rateLimitsOf } from './plans.ts'
import type { Caller } from './authenticate.ts'

/** User signed in with a browser, with current permissions. */
export interface Visitor {
  readonly sessionId: string
  /** User who signed in at GitHub. Undefined for a session from a link. */
  readonly person: { readonly id: string; readonly host: string; readonly login: string } | undefined
  /** Selected account. Undefined if the visitor manages none. */
  readonly account: AccountRow | undefined
  /** All accounts that the visitor manages, including the selected one. */
  readonly accounts: readonly AccountRow[]
  readonly signedInAt: Date
  /** True if GitHub did not return the user's permissions. The user has none until GitHub responds. */
  readonly isGitHubSilent: boolean
  /** CSRF token for this session's forms. */
  readonly formToken: string
}

/** Returns the visitor as the caller of an endpoint, with the selected account and all permissions. */
export function callerOfVisitor(visitor: Visitor): Caller | undefined {
  const { sessionId, account, signedInAt } = visitor
  if (!account) return undefined
  return {
    accountId: account.id,
    plan: account.plan,
    limits: rateLimitsOf(account),
    keyId: sessionId,
    keyPrefix: 'session',
    keyExpiresAt: null,
    permissions,
    session: { name: actorName(visitor), signedInAt },
  }
}

/** Returns the visitor's name, for the audit log and for display. */
export function actorName({ person }: Pick<Visitor, 'person'>): string {
  return person ? `${person.login} at ${person.host}` : 'visitor with a sign-in link'
}
