import type { AccountRow } from '../db/accounts/accounts.ts'
import { permissions } from './permissions.ts'
import { rateLimitsOf } from './plans.ts'
import type { Caller } from './authenticate.ts'

/** Who a browser is signed in as, and what they may do now. */
export interface Visitor {
  readonly sessionId: string
  /** Who signed in at GitHub; undefined for a session that a link began. */
  readonly person: { readonly id: string; readonly host: string; readonly login: string } | undefined
  /** The account that is worked with; undefined where the visitor manages none. */
  readonly account: AccountRow | undefined
  /** Every account that the visitor manages, this one too. */
  readonly accounts: readonly AccountRow[]
  /** When they last showed who they are. */
  readonly signedInAt: Date
  /** GitHub could not be asked what the person may do: until it can, they may nothing. */
  readonly isGitHubSilent: boolean
  /** What the forms of this session carry. */
  readonly formToken: string
}

/** The visitor as the caller of an endpoint: of the account that is worked with, with every permission. */
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

/** Who a visitor is, for the audit log and for people. */
export function actorName({ person }: Pick<Visitor, 'person'>): string {
  return person ? `${person.login} at ${person.host}` : 'visitor with a sign-in link'
}
