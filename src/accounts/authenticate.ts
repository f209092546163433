import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { findApiKeys, touchApiKey } from '../db/api-keys.ts'
import type { AccountContext } from './account-context.ts'
import { apiKeyPrefix, hashApiKey, isSameHash } from './api-key.ts'
import { askTogether } from './ask-together.ts'
import type { Permission } from './permissions.ts'
import { type Plan, type RateLimits, rateLimitsOf } from './plans.ts'

/** Who is calling, and what they may do. */
export interface Caller {
  readonly accountId: string
  readonly plan: Plan
  readonly limits: RateLimits
  readonly keyId: string
  /** Safe to log. */
  readonly keyPrefix: string
  readonly keyExpiresAt: Date | null
  readonly permissions: readonly string[]
}

/** True when the caller's key was given this permission. */
export function mayDo(caller: Caller, permission: Permission): boolean {
  return caller.permissions.includes(permission)
}

/** Finds the owner of an API key; undefined when the key is malformed, unknown, wrong, expired or revoked, without telling which. */
export type Authenticate = (key: string) => Promise<Caller | undefined>

/** `lastUsedAt` is written at most so often: a write for each request would cost more than the request. */
const touchEveryMs = 60_000

/**
 * Looks keys up by their public prefix and compares in constant time. Nothing is remembered from one
 * request to the next, so that a revoked key and a changed plan count at once in every process; requests
 * that come at the same time share a query instead.
 */
export function createAuthenticator({ db, masterKey }: AccountContext): Authenticate {
  const hashOf = rememberingHash(masterKey.derive('api-key-pepper'))
  const find = askTogether(
    async (prefixes: readonly string[]) => {
      const rows = new Map((await findApiKeys(db, [...new Set(prefixes)])).map((row) => [row.key.prefix, row]))
      return prefixes.map((prefix) => rows.get(prefix))
    },
    { most: 500 },
  )
  return async (text) => {
    const prefix = apiKeyPrefix(text)
    if (prefix === undefined) return undefined
    const found = await find(prefix)
    if (!found || !isSameHash(found.key.secretHash, hashOf(text))) return undefined
    const { key, account } = found
    const now = new Date()
    if (key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= now)) return undefined
    if (key.lastUsedAt === null || now.getTime() - key.lastUsedAt.getTime() > touchEveryMs) await touchApiKey(db, key.id, now)
    return { accountId: key.accountId, plan: account.plan, limits: rateLimitsOf(account), keyId: key.id, keyPrefix: prefix, keyExpiresAt: key.expiresAt, permissions: key.permissions }
  }
}

/** Of how many keys the hash is remembered. */
const mostHashes = 10_000

/**
 * The stored form of keys, remembered by their digest, so that no key stays in memory: a digest takes
 * 2 µs, the HMAC near 30. What a key may do is not remembered.
 */
function rememberingHash(pepper: Buffer): (key: string) => Buffer {
  const hashes = new LRUCache<string, Buffer>({ max: mostHashes })
  return (key) => {
    const digest = hash('sha256', key, 'base64')
    const known = hashes.get(digest) ?? hashApiKey(pepper, key)
    hashes.set(digest, known)
    return known
  }
}
