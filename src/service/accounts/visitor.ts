import type { AccountRow } from '../db/accounts/accounts.ts'
import { permissions } from './permissions.ts'
import { rateLimitsOf } from './plans.ts'
import type { Caller } from './authenticate.ts'

/** The signed-in user of a browser, and their current permissions. */
export interface Visitor {
  readonly sessionId: string
  /** The user who signed in at GitHub. Undefined for a session from a link. */
  readonly person: { readonly id: string; readonly host: string; readonly login: string } | undefined
  /** The selected account. Undefined if the visitor manages none. */
  readonly account: AccountRow | undefined
  /** All accounts that the visitor manages, including this one. */
  readonly accounts: readonly AccountRow[]
  /** Time of the sign-in. */
  readonly signedInAt: Date
  /** GitHub could not be asked for the user's permissions. Until it can, the user has none. */
  readonly isGitHubSilent: boolean
  /** Token for the forms of this session. */
  readonly formToken: string
}

/** The visitor as the caller of an endpoint: with the selected account and all permissions. */
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

/** The visitor's name, for the audit log and for display. */
export function actorName({ person }: Pick<Visitor, 'person'>): string {
  return person ? `${person.login} at ${person.host}` : 'visitor with a sign-in link'
}
