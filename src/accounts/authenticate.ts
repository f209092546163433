import { findApiKey, touchApiKey } from '../db/api-keys.ts'
import { apiKeyPrefix, hashApiKey, isSameHash } from './api-key.ts'
import type { AccountContext } from './create-account.ts'
import type { Permission } from './permissions.ts'
import type { Plan } from './plans.ts'

/** Who is calling, and what they may do. */
export interface Caller {
  readonly accountId: string
  readonly plan: Plan
  /** Safe to log. */
  readonly keyPrefix: string
  readonly permissions: readonly string[]
}

/** True when the caller's key was given this permission. */
export function mayDo(caller: Caller, permission: Permission): boolean {
  return caller.permissions.includes(permission)
}

/**
 * The owner of an API key; undefined when the key is malformed, unknown, wrong, expired or revoked,
 * without telling which. One query by the public prefix, then a comparison in constant time.
 */
export async function authenticateApiKey(context: AccountContext, key: string): Promise<Caller | undefined> {
  const prefix = apiKeyPrefix(key)
  if (prefix === undefined) return undefined
  const found = await findApiKey(context.db, prefix)
  const hash = hashApiKey(context.masterKey.derive('api-key-pepper'), key)
  if (!found || !isSameHash(found.key.secretHash, hash)) return undefined
  const now = new Date()
  if (found.key.revokedAt !== null || (found.key.expiresAt !== null && found.key.expiresAt <= now)) return undefined
  await touchApiKey(context.db, found.key.id, now)
  return { accountId: found.key.accountId, plan: found.plan, keyPrefix: prefix, permissions: found.key.permissions }
}
