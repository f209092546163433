import { randomUUID } from 'node:crypto'
import type { AccountContext } from './account-context.ts'
import { findAccount } from '../db/accounts/accounts.ts'
import {
  type ApiKeyRow,
  countWorkingApiKeys,
  countWorkingKeysOfRepository,
  findApiKey,
  insertApiKey,
  replaceApiKey,
} from '../db/accounts/api-keys.ts'
import { takeWorkflowToken } from '../db/github/workflow-tokens.ts'
import { accountLimits } from './account-limits.ts'
import { workflowKeyLimits } from './workflow-key-limits.ts'
import { generateApiKey, hashApiKey } from './api-key.ts'
import type { WorkflowRepository } from './authenticate.ts'
import { defaultPermissions, type Permission } from './permissions.ts'

/** Newly created key. `secret` is available only here. */
export interface IssuedKey {
  readonly secret: string
  readonly key: ApiKeyRow
}

export interface KeyRequest {
  readonly accountId: string
  readonly name: string
  readonly permissions: readonly Permission[]
  /** Null if the key does not expire. */
  readonly expiresAt: Date | null
  /** Present only for a workflow key. */
  readonly workflowOf?: WorkflowRepository
}

/** Creates a key, even if the account has reached its limit. */
export async function issueKey(
  { db, masterKey }: AccountContext,
  { accountId, name, permissions, expiresAt, workflowOf }: KeyRequest,
): Promise<IssuedKey> {
  const { key: secret, prefix } = generateApiKey()
  const secretHash = hashApiKey(masterKey.keyPeppers[0], secret)
  const key = await insertApiKey(db, {
    id: randomUUID(),
    accountId,
    name,
    prefix,
    secretHash,
    permissions: [...permissions],
    expiresAt,
    githubHost: workflowOf?.host ?? null,
    githubRepositoryId: workflowOf?.repositoryId ?? null,
  })
  return { secret, key }
}

/** Creates a key unless the account has reached its limit. Concurrent requests cannot exceed the limit. */
export async function issueFurtherKey(
  context: AccountContext,
  request: KeyRequest,
  now: Date,
): Promise<IssuedKey | 'too many'> {
  return context.db.transaction(async (db) => {
    await findAccount(db, request.accountId, { lock: true })
    if ((await countWorkingApiKeys(db, request.accountId, now)) >= accountLimits.maxKeys) return 'too many'
    return issueKey({ ...context, db }, request)
  })
}

/** Key request from a workflow that proved its identity. */
export interface WorkflowKeyRequest {
  readonly accountId: string
  readonly name: string
  readonly workflowOf: WorkflowRepository
  /** Identity token, in the form that `takeWorkflowToken` expects. */
  readonly token: { readonly hash: Buffer; readonly expiresAt: Date }
}

/** Creates a workflow key. Each identity token works once. Workflow keys do not count toward the account's limit. */
export async function issueWorkflowKey(
  context: AccountContext,
  { token, ...request }: WorkflowKeyRequest,
  now: Date,
): Promise<IssuedKey | 'too many' | 'taken before'> {
  return context.db.transaction(async (db) => {
    if ((await countWorkingKeysOfRepository(db, request, now)) >= workflowKeyLimits.maxKeysPerRepository)
      return 'too many'
    if (!(await takeWorkflowToken(db, token))) return 'taken before'
    return issueKey(
      { ...context, db },
      {
        ...request,
        permissions: defaultPermissions,
        expiresAt: new Date(now.getTime() + workflowKeyLimits.keyValidMs),
      },
    )
  })
}

/** Rotated key and its successor. */
export interface RotatedKey extends IssuedKey {
  readonly replaced: ApiKeyRow
}

/**
 * Creates a successor with the key's name and permissions. The old key works until the overlap ends or the key expires.
 * Does not change a key that is no longer valid or was already rotated.
 */
export async function rotateKey(
  context: AccountContext,
  {
    accountId,
    keyId,
    expiresAt,
    overlapSeconds,
    now,
  }: { accountId: string; keyId: string; expiresAt: Date | null; overlapSeconds: number; now: Date },
): Promise<RotatedKey | 'ended' | 'replaced' | 'too many'> {
  return context.db.transaction(async (db) => {
    await findAccount(db, accountId, { lock: true })
    const old = await findApiKey(db, accountId, keyId, { lock: true })
    if (!old || old.revokedAt || (old.expiresAt && old.expiresAt <= now)) return 'ended'
    if (old.replacedBy) return 'replaced'
    // If there is no overlap, the number of valid keys stays the same.
    if (overlapSeconds > 0 && (await countWorkingApiKeys(db, accountId, now)) >= accountLimits.maxKeys)
      return 'too many'
    const issued = await issueKey(
      { ...context, db },
      { accountId, name: old.name, permissions: old.permissions as Permission[], expiresAt },
    )
    const end = new Date(now.getTime() + overlapSeconds * 1000)
    const replaced = await replaceApiKey(db, old.id, {
      replacedBy: issued.key.id,
      expiresAt: old.expiresAt && old.expiresAt < end ? old.expiresAt : end,
    })
    return replaced ? { ...issued, replaced } : 'ended'
  })
}
