import { LRUCache } from 'lru-cache'
import { findPerson } from '../db/accounts/people.ts'
import {
  type FoundSession,
  listSessions,
  type SessionBounds,
  type SessionRow,
  updateSession,
} from '../db/accounts/sessions.ts'
import type { AccountContext } from './account-context.ts'
import type { GitHubPeople, NoWord, OrganizationMembers, OrganizationOwner, ScanPlace } from './github-people.ts'
import { unseal } from './sealed.ts'
import { sessionLimits } from './session-limits.ts'
import type { Visitor } from './visitor.ts'

export type SessionsContext = AccountContext & {
  readonly now: () => Date
  /** Absent if GitHub sign-in is disabled. */
  readonly gitHubPeople?: GitHubPeople | undefined
}

/** GitHub data about a session's user. */
export interface SessionPermissions {
  /** Returns the accounts that the session's user manages. The data is at most 15 minutes old. */
  managedBy(found: FoundSession, time: Date): Promise<readonly string[] | NoWord>
  /** Reports whether the visitor may read the scan of a private source. */
  mayRead(visitor: Visitor, scan: ScanPlace): Promise<boolean>
  /**
   * Returns the IDs of the installations in which the visitor can read a repository. The data is at most 15 minutes
   * old. Empty for a session from a sign-in link.
   */
  visibleInstallations(visitor: Visitor): Promise<readonly number[] | NoWord>
  /**
   * Returns the IDs of an installation's repositories that the visitor can read. The data is at most 15 minutes old.
   * Empty for a session from a sign-in link.
   */
  readableRepositories(visitor: Visitor, installationId: number): Promise<readonly number[] | NoWord>
  /**
   * Returns the organization members that GitHub shows to the visitor. The data is at most 15 minutes old. Returns
   * `none` for a session from a sign-in link, and for a personal account.
   */
  organizationMembers(
    visitor: Visitor,
    owner: OrganizationOwner & { readonly host: string },
  ): Promise<OrganizationMembers | 'none' | NoWord>
  /**
   * Returns a session's GitHub token. Returns undefined if the session has none, or if it was encrypted with a
   * different master key.
   */
  tokenOf(session: SessionRow): string | undefined
}

const { permissionsMaxAgeMs: askedMs, failedRequestPauseMs: silentMs, maxCachedPermissions: remembered } = sessionLimits

export function createSessionPermissions({ db, masterKey, now, gitHubPeople }: SessionsContext): SessionPermissions {
  /** Pending requests by session. Pages that are requested at the same time share one request to GitHub. */
  const asking = new Map<string, Promise<readonly string[] | NoWord>>()
  /**
   * Times when GitHub did not respond, by session, or by session and scan. Pages do not wait for GitHub until the next
   * request is due.
   */
  const silences = new LRUCache<string, number>({ max: remembered })
  const readers = new LRUCache<string, { readonly mayRead: boolean; readonly askedAt: number }>({ max: remembered })
  const sealingKey = masterKey.derive('github-sign-in')

  /** Returns the accounts that the session's user manages, from data that is at most 15 minutes old. */
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
    // Another request may have recorded GitHub's response since this session was read.
    const latest = (await listSessions(db, { personId: person.id }, sessionBounds(time))).find(
      ({ id }) => id === session.id,
    )
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
   * Decrypts a session's GitHub token. Returns undefined if the session has none, or if it was encrypted with a
   * different master key. A missing token does not prevent a session from being started or ended.
   */
  function tokenOf({ id, githubTokenSealed }: SessionRow): string | undefined {
    try {
      return githubTokenSealed ? unseal(sealingKey, id, githubTokenSealed) : undefined
    } catch {
      return undefined
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
    const asker = await askerOf(person.id, sessionId, time)
    if (!asker) return false
    const answer = await asker.people.mayReadSource(asker.token, asker.row, scan)
    if (answer === 'unreachable') silences.set(key, now().getTime())
    if (typeof answer === 'string') return false
    readers.set(key, { mayRead: answer, askedAt: time.getTime() })
    return answer
  }

  /** Returns what is needed to request GitHub data on behalf of a session, or undefined if the session has no token. */
  async function askerOf(personId: string, sessionId: string, time: Date) {
    const session = (await listSessions(db, { personId }, sessionBounds(time))).find(({ id }) => id === sessionId)
    const [token, row] = [session && tokenOf(session), await findPerson(db, personId)]
    return token === undefined || !row || !gitHubPeople ? undefined : { people: gitHubPeople, token, row }
  }

  type Asker = NonNullable<Awaited<ReturnType<typeof askerOf>>>

  /**
   * Returns a function that requests GitHub data on behalf of a session, or returns a response that is at most 15
   * minutes old. Each function has its own cache.
   *
   * @param ofLink the result for a session from a sign-in link
   */
  function answersOf<Value>(max: number, ofLink: Value) {
    const answers = new LRUCache<string, { readonly value: Value; readonly askedAt: number }>({ max })
    return async (
      { person, sessionId }: Visitor,
      name: string,
      request: (asker: Asker) => Promise<Value | NoWord>,
    ): Promise<Value | NoWord> => {
      if (!person) return ofLink
      const key = `${sessionId} ${name}`
      const time = now()
      const known = answers.get(key)
      if (known && time.getTime() - known.askedAt < askedMs) return known.value
      if (isSilent(sessionId, time) || isSilent(key, time)) return 'unreachable'
      const asker = await askerOf(person.id, sessionId, time)
      if (!asker) return 'ended'
      const answer = await request(asker)
      if (answer === 'unreachable') silences.set(key, now().getTime())
      if (answer === 'unreachable' || answer === 'ended') return answer
      answers.set(key, { value: answer, askedAt: time.getTime() })
      return answer
    }
  }

  const listOf = answersOf<readonly number[]>(sessionLimits.maxCachedLists, [])
  const membersOf = answersOf<OrganizationMembers | 'none'>(sessionLimits.maxCachedMemberLists, 'none')

  return {
    managedBy,
    mayRead,
    tokenOf,
    visibleInstallations: (visitor) =>
      listOf(visitor, 'installations', ({ people, token, row }) => people.visibleInstallations(token, row)),
    readableRepositories: (visitor, installationId) =>
      listOf(visitor, `installation ${installationId}`, ({ people, token, row }) =>
        people.readableRepositories(token, row, installationId),
      ),
    // IDs are unique only per host.
    organizationMembers: async (visitor, { host, ownerId, ownerLogin }) =>
      visitor.person?.host !== host
        ? 'none'
        : membersOf(visitor, `members of ${ownerId}`, ({ people, token, row }) =>
            people.organizationMembers(token, row, { ownerId, ownerLogin }),
          ),
  }
}

/** Reports whether GitHub recently returned the accounts that the session's user manages. */
function wasAsked({ askedAt }: SessionRow, time: Date): boolean {
  return askedAt !== null && time.getTime() - askedAt.getTime() < askedMs
}

/** Returns the bounds of a session that is valid now: the earliest last use and the earliest end. */
export function sessionBounds(time: Date): SessionBounds {
  return { usedSince: new Date(time.getTime() - sessionLimits.idleTimeoutMs), now: time }
}
