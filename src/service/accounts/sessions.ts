import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type AccountRow, findAccounts } from '../db/accounts/accounts.ts'
import { findPerson, recordPerson } from '../db/accounts/people.ts'
import {
  findSession,
  type FoundSession,
  insertSession,
  listSessions,
  removeOlderSessions,
  removeSession,
  type SessionBounds,
  type SessionOwner,
  type SessionRow,
  updateSession,
} from '../db/accounts/sessions.ts'
import { sessionLimits } from './session-limits.ts'
import type { AccountContext } from './account-context.ts'
import type { GitHubPeople, NoWord, ScanPlace } from './github-people.ts'
import { seal, unseal } from './sealed.ts'
import { formTokenOf, hashSessionToken, isToken, newToken } from './session-token.ts'
import type { Visitor } from './visitor.ts'

/** A person who just signed in at GitHub. */
export interface SignedInPerson {
  readonly host: string
  readonly githubId: number
  readonly login: string
  /** With which GitHub is asked from now on what they may do. */
  readonly token: string
  /** When GitHub ends the token; undefined: it does not say. */
  readonly tokenEndsAt: Date | undefined
}

/** Sessions of browsers. Each begins with a token of its own, which is told once: to the browser, in a cookie. */
export interface Sessions {
  beginByLink(accountId: string, agent: string): Promise<string>
  beginByGitHub(person: SignedInPerson, agent: string): Promise<string>
  /**
   * Who has this token; undefined when no session that holds has it. What GitHub says of people is at most 15 minutes
   * old.
   */
  visitorOf(token: string): Promise<Visitor | undefined>
  /** Whether the visitor may read a scan whose source is private. */
  mayRead(visitor: Visitor, scan: ScanPlace): Promise<boolean>
  /** Sessions of the same person, or of links to the same account; the last begun first. */
  list(visitor: Visitor): Promise<readonly SessionRow[]>
  /**
   * Ends one of these, and has GitHub end its token without waiting for that; false when there is none with this id.
   */
  end(visitor: Visitor, sessionId: string): Promise<boolean>
  /** Chooses another account to work with; false when the visitor does not manage it. */
  choose(visitor: Visitor, accountId: string): Promise<boolean>
}

type SessionsContext = AccountContext & {
  readonly now: () => Date
  /** Absent: nobody signs in at GitHub. */
  readonly gitHubPeople?: GitHubPeople | undefined
}

const {
  idleTimeoutMs: idleMs,
  maxAgeMs: totalMs,
  useRecordIntervalMs: notedMs,
  maxPerOwner: ofOwner,
  permissionsMaxAgeMs: askedMs,
  failedRequestPauseMs: silentMs,
  maxUserAgentCharacters: agentCharacters,
  maxCachedPermissions: remembered,
} = sessionLimits

export function createSessions({ db, masterKey, now, gitHubPeople }: SessionsContext): Sessions {
  /** Questions under way by session: pages that are asked for at once ask GitHub once. */
  const asking = new Map<string, Promise<readonly string[] | NoWord>>()
  /** When GitHub did not answer, by session, and by session and scan: until it is asked again, nobody waits for it. */
  const silences = new LRUCache<string, number>({ max: remembered })
  const readers = new LRUCache<string, { readonly mayRead: boolean; readonly askedAt: number }>({ max: remembered })
  const sealingKey = masterKey.derive('github-sign-in')

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

  /** Nobody waits for GitHub: the session is over here whatever it answers. */
  function revokeTokenOf(ended: SessionRow, host: string): void {
    const token = tokenOf(ended)
    if (token !== undefined) void gitHubPeople?.revoke(token, { host })
  }

  /** The accounts that the person of a session manages, as GitHub said at most 15 minutes ago. */
  async function managedBy({ session, person }: FoundSession, time: Date): Promise<readonly string[] | NoWord> {
    if (!person) return session.accountId === null ? [] : [session.accountId]
    if (wasAsked(session, time)) return session.managedAccounts
    if (isSilent(session.id, time)) return 'unreachable'
    const under = asking.get(session.id) ?? ask({ session, person }, time).finally(() => asking.delete(session.id))
    asking.set(session.id, under)
    return under
  }

  async function ask({ session, person }: FoundSession, time: Date): Promise<readonly string[] | NoWord> {
    const token = tokenOf(session)
    if (!person || !gitHubPeople || token === undefined) return 'ended'
    // Whoever read the session before an answer was noted, and got here after it, need not ask again.
    const latest = (await listSessions(db, { personId: person.id }, bounds(time))).find(({ id }) => id === session.id)
    if (latest && wasAsked(latest, time)) return latest.managedAccounts
    const managed = await gitHubPeople.managedAccounts(token, person)
    if (managed === 'unreachable') silences.set(session.id, now().getTime())
    if (typeof managed === 'string') return managed
    await updateSession(db, session.id, { askedAt: time, managedAccounts: [...managed] })
    return managed
  }

  function isSilent(key: string, time: Date): boolean {
    const since = silences.get(key)
    return since !== undefined && time.getTime() - since < silentMs
  }

  /**
   * Undefined also where it was sealed under another master key: a session without a token is ended or begun all the
   * same.
   */
  function tokenOf({ id, githubTokenSealed }: SessionRow): string | undefined {
    try {
      return githubTokenSealed ? unseal(sealingKey, id, githubTokenSealed) : undefined
    } catch {
      return undefined
    }
  }

  async function visitorOf(token: string): Promise<Visitor | undefined> {
    const time = now()
    const found = isToken(token) ? await findSession(db, hashSessionToken(masterKey, token), bounds(time)) : undefined
    if (!found) return undefined
    const { session, person } = found
    const managed = await managedBy(found, time)
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

  async function mayRead(visitor: Visitor, scan: ScanPlace): Promise<boolean> {
    const { person, sessionId } = visitor
    if (!person) return visitor.account?.id === scan.accountId
    const key = `${sessionId} ${scan.accountId} ${scan.githubRepositoryId ?? scan.canonicalUrl}`
    const time = now()
    const known = readers.get(key)
    if (known && time.getTime() - known.askedAt < askedMs) return known.mayRead
    if (isSilent(sessionId, time) || isSilent(key, time)) return false
    const session = (await listSessions(db, { personId: person.id }, bounds(time))).find(({ id }) => id === sessionId)
    const [token, row] = [session && tokenOf(session), await findPerson(db, person.id)]
    if (token === undefined || !row || !gitHubPeople) return false
    const answer = await gitHubPeople.mayReadSource(token, row, scan)
    if (answer === 'unreachable') silences.set(key, now().getTime())
    if (typeof answer === 'string') return false
    readers.set(key, { mayRead: answer, askedAt: time.getTime() })
    return answer
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
    mayRead,
    async list(visitor) {
      const owner = ownerOf(visitor)
      return owner ? listSessions(db, owner, bounds(now())) : []
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

/** Between which moments a session that holds at this one was last used, and ends. */
/** Whether GitHub said lately what the person of a session manages. */
function wasAsked({ askedAt }: SessionRow, time: Date): boolean {
  return askedAt !== null && time.getTime() - askedAt.getTime() < askedMs
}

function bounds(time: Date): SessionBounds {
  return { usedSince: new Date(time.getTime() - idleMs), now: time }
}

/** Whose sessions the visitor's is one of. */
function ownerOf({ person, account }: Visitor): SessionOwner | undefined {
  return person ? { personId: person.id } : account && { accountId: account.id }
}

function chosen(accounts: readonly AccountRow[], id: string | null): AccountRow | undefined {
  return accounts.find((account) => account.id === id) ?? accounts[0]
}

/** Browsers say who they are at length, and with whatever bytes they like. */
function cut(agent: string): string {
  return agent.replaceAll(/[^\x20-\x7e]/g, '').slice(0, agentCharacters)
}
