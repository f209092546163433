import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type ApiKeyRow, findApiKeys, replaceKeyHash, touchApiKey } from '../db/accounts/api-keys.ts'
import type { CallerChanges } from '../db/accounts/caller-changes.ts'
import { callerCacheLimits } from './caller-cache-limits.ts'
import type { AccountContext } from './account-context.ts'
import { apiKeyPrefix, hashApiKey, isSameHash } from './api-key.ts'
import { batchLoader } from '../db/batch-loader.ts'
import type { Permission } from './permissions.ts'
import { type Plan, type RateLimits, rateLimitsOf } from './plans.ts'

/** Who is calling, and what they may do. */
export interface Caller {
  readonly accountId: string
  readonly plan: Plan
  readonly limits: RateLimits
  /** Of the key, or of the session of a browser. */
  readonly keyId: string
  /** Safe to log; `session` for a browser. */
  readonly keyPrefix: string
  readonly keyExpiresAt: Date | null
  readonly permissions: readonly string[]
  /**
   * Present for the key of a workflow at GitHub: the repository in which it runs. Such a key submits that repository or
   * what anybody may read, and sees what it submitted alone.
   */
  readonly workflowOf?: WorkflowRepository
  /** Present for a browser that is signed in: who it is, and when they last showed it. */
  readonly session?: { readonly name: string; readonly signedInAt: Date }
}

/** A repository of a GitHub host, by GitHub's number. */
export interface WorkflowRepository {
  readonly host: string
  readonly repositoryId: number
}

/** True when the caller's key was given this permission. */
export function mayDo(caller: Caller, permission: Permission): boolean {
  return caller.permissions.includes(permission)
}

/**
 * Finds the owner of an API key; undefined when the key is malformed, unknown, wrong, expired or revoked, without
 * telling which.
 */
export type Authenticate = (key: string) => Promise<Caller | undefined>

/** `lastUsedAt` is written at most so often: a write for each request would cost more than the request. */
const touchEveryMs = 60_000

/** A caller as the database had it at a moment. */
interface RememberedCaller {
  readonly caller: Caller
  /** Of the changes; see CallerChanges. */
  readonly generation: number
  /** In milliseconds of the epoch. */
  readonly readAt: number
}

/**
 * Looks keys up by their public prefix and compares in constant time. Who was found is remembered by the
 * digest of the key, so that no key stays in memory, until anything changes that decides what callers may
 * do: a revoked key and a changed plan count in every process as soon as the database has told of them.
 * While it cannot be heard nothing is remembered; requests that come at the same time share a query then.
 * Wrong keys are never remembered. Measured: remembering takes a seventh off the CPU of a request.
 */
export function createAuthenticator({
  db,
  masterKey,
  callerChanges,
  now = () => new Date(),
}: AccountContext & { readonly callerChanges: CallerChanges; readonly now?: () => Date }): Authenticate {
  const { keyPeppers } = masterKey
  const remembered = new LRUCache<string, RememberedCaller>({ max: callerCacheLimits.maxCallers })
  const find = batchLoader(
    async (prefixes: readonly string[]) => {
      const rows = new Map((await findApiKeys(db, [...new Set(prefixes)])).map((row) => [row.key.prefix, row]))
      return prefixes.map((prefix) => rows.get(prefix))
    },
    { most: 500 },
  )

  async function lookUp(text: string, prefix: string): Promise<Caller | undefined> {
    const found = await find(prefix)
    const pepper = found && keyPeppers.find((each) => isSameHash(found.key.secretHash, hashApiKey(each, text)))
    if (!found || !pepper) return undefined
    const { key, account } = found
    const time = now()
    if (key.revokedAt !== null || hasExpired(key.expiresAt, time)) return undefined
    if (key.lastUsedAt === null || time.getTime() - key.lastUsedAt.getTime() > touchEveryMs)
      await touchApiKey(db, key.id, time)
    // Only now is the key there in clear to be hashed anew.
    if (pepper !== keyPeppers[0])
      await replaceKeyHash(db, key.id, { from: key.secretHash, to: hashApiKey(keyPeppers[0], text) })
    return {
      accountId: key.accountId,
      plan: account.plan,
      limits: rateLimitsOf(account),
      keyId: key.id,
      keyPrefix: prefix,
      keyExpiresAt: key.expiresAt,
      permissions: key.permissions,
      ...workflowOf(key),
    }
  }

  return async (text) => {
    const prefix = apiKeyPrefix(text)
    if (prefix === undefined) return undefined
    const digest = hash('sha256', text, 'base64')
    // Asked before the row is read: a change that comes between the two makes what is remembered void.
    const generation = callerChanges.generation()
    const time = now()
    const known = remembered.get(digest)
    if (known && known.generation === generation && time.getTime() - known.readAt < callerCacheLimits.maxAgeMs) {
      return hasExpired(known.caller.keyExpiresAt, time) ? undefined : known.caller
    }
    const caller = await lookUp(text, prefix)
    if (caller && generation !== undefined) remembered.set(digest, { caller, generation, readAt: time.getTime() })
    else remembered.delete(digest)
    return caller
  }
}

function workflowOf({ githubHost: host, githubRepositoryId: repositoryId }: ApiKeyRow): Pick<Caller, 'workflowOf'> {
  return host === null || repositoryId === null ? {} : { workflowOf: { host, repositoryId } }
}

function hasExpired(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now
}
