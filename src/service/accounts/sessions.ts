import { randomUUID } from 'node:crypto'
import { type AccountRow, findAccounts } from '../db/accounts/accounts.ts'
import { recordPerson } from '../db/accounts/people.ts'
import {
  findSession,
  insertSession,
  listSessions,
  removeOlderSessions,
  removeSession,
  type SessionOwner,
  type SessionRow,
  updateSession,
} from '../db/accounts/sessions.ts'
import { sessionLimits } from './session-limits.ts'
import type { ScanPlace } from './github-people.ts'
import { seal } from './sealed.ts'
import {
  createSessionPermissions,
  sessionBounds,
  type SessionPermissions,
  type SessionsContext,
} from './session-permissions.ts'
import { formTokenOf, hashSessionToken, isToken, newToken } from './session-token.ts'
import type { Visitor } from './visitor.ts'

/** User who just signed in at GitHub. */
export interface SignedInPerson {
  readonly host: string
  readonly githubId: number
  readonly login: string
  /** Token for later GitHub requests about the user's permissions. */
  readonly token: string
  /** Time when the GitHub token expires. Undefined if GitHub does not report it. */
  readonly tokenEndsAt: Date | undefined
}

/** Browser sessions. Each has its own token, which is sent only to the browser, in a cookie. */
export interface Sessions extends Pick<
  SessionPermissions,
  'visibleInstallations' | 'readableRepositories' | 'organizationMembers'
> {
  beginByLink(accountId: string, agent: string): Promise<string>
  beginByGitHub(person: SignedInPerson, agent: string): Promise<string>
  /**
   * Returns the visitor with this token, or undefined if the session is not valid. GitHub's data is at most 15 minutes
   * old.
   */
  visitorOf(token: string): Promise<Visitor | undefined>
  /** Reports whether the visitor may read the scan of a private source. */
  mayRead(visitor: Visitor, scan: ScanPlace): Promise<boolean>
  /** Returns the sessions of the same user, or those from sign-in links to the same account, newest first. */
  list(visitor: Visitor): Promise<readonly SessionRow[]>
  /**
   * Ends one of these sessions, and revokes its GitHub token in the background. Returns false if no session has this
   * ID.
   */
  end(visitor: Visitor, sessionId: string): Promise<boolean>
  /** Selects a different account. Returns false if the visitor does not manage it. */
  choose(visitor: Visitor, accountId: string): Promise<boolean>
}

const {
  maxAgeMs: totalMs,
  useRecordIntervalMs: notedMs,
  maxPerOwner: ofOwner,
  maxUserAgentCharacters: agentCharacters,
} = sessionLimits

export function createSessions({ db, masterKey, now, gitHubPeople }: SessionsContext): Sessions {
  const sealingKey = masterKey.derive('github-sign-in')
  const permissions = createSessionPermissions({ db, masterKey, now, gitHubPeople })

  async function begin(
    owner: SessionOwner,
    session: Partial<SessionRow> & { readonly id: string; readonly agent: string },
    host?: string,
  ): Promise<string> {
    const token = newToken()
    const time = now()
    await insertSession(db, {
      endsAt: new Date(time.getTime() + totalMs),
      createdAt: time,
      seenAt: time,
      tokenHash: hashSessionToken(masterKey, token),
      ...session,
      ...owner,
    })
    const older = await removeOlderSessions(db, owner, ofOwner)
    if (host !== undefined) for (const ended of older) revokeTokenOf(ended, host)
    return token
  }

  /** Runs in the background, because the session ends here whether or not GitHub responds. */
  function revokeTokenOf(ended: SessionRow, host: string): void {
    const token = permissions.tokenOf(ended)
    if (token !== undefined) void gitHubPeople?.revoke(token, { host })
  }

  async function visitorOf(token: string): Promise<Visitor | undefined> {
    const time = now()
    const found = isToken(token)
      ? await findSession(db, hashSessionToken(masterKey, token), sessionBounds(time))
      : undefined
    if (!found) return undefined
    const { session, person } = found
    const managed = await permissions.managedBy(found, time)
    if (managed === 'ended') {
      if (person) await removeSession(db, { personId: person.id }, session.id)
      return undefined
    }
    if (time.getTime() - session.seenAt.getTime() > notedMs) await updateSession(db, session.id, { seenAt: time })
    const accounts = managed === 'unreachable' ? [] : await findAccounts(db, managed)
    return {
      sessionId: session.id,
      person: person ?? undefined,
      account: chosen(accounts, session.accountId),
      accounts,
      signedInAt: session.createdAt,
      isGitHubSilent: managed === 'unreachable',
      formToken: formTokenOf(masterKey, session.id),
    }
  }

  return {
    beginByLink: (accountId, agent) => begin({ accountId }, { id: randomUUID(), agent: cut(agent) }),
    async beginByGitHub({ token, tokenEndsAt, ...person }, agent) {
      const { id: personId } = await recordPerson(db, person)
      const id = randomUUID()
      const lastEnd = new Date(now().getTime() + totalMs)
      return begin(
        { personId },
        {
          id,
          agent: cut(agent),
          githubTokenSealed: seal(sealingKey, id, token),
          endsAt: tokenEndsAt && tokenEndsAt < lastEnd ? tokenEndsAt : lastEnd,
        },
        person.host,
      )
    },
    visitorOf,
    mayRead: permissions.mayRead,
    visibleInstallations: permissions.visibleInstallations,
    readableRepositories: permissions.readableRepositories,
    organizationMembers: permissions.organizationMembers,
    async list(visitor) {
      const owner = ownerOf(visitor)
      return owner ? listSessions(db, owner, sessionBounds(now())) : []
    },
    async end(visitor, sessionId) {
      const owner = ownerOf(visitor)
      const ended = owner && (await removeSession(db, owner, sessionId))
      if (ended && visitor.person) revokeTokenOf(ended, visitor.person.host)
      return ended !== undefined
    },
    async choose({ sessionId, person, accounts }, accountId) {
      if (!person || !accounts.some(({ id }) => id === accountId)) return false
      await updateSession(db, sessionId, { accountId })
      return true
    },
  }
}

function ownerOf({ person, account }: Visitor): SessionOwner | undefined {
  return person ? { personId: person.id } : account && { accountId: account.id }
}

function chosen(accounts: readonly AccountRow[], id: string | null): AccountRow | undefined {
  return accounts.find((account) => account.id === id) ?? accounts[0]
}

/** Shortens a user agent, which can be long and contain any bytes. */
function cut(agent: string): string {
  return agent.replaceAll(/[^\x20-\x7e]/g, '').slice(0, agentCharacters)
}
