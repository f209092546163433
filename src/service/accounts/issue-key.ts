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

/** A key that was just made: `secret` exists in clear at this moment only. */
export interface IssuedKey {
  readonly secret: string
  readonly key: ApiKeyRow
}

export interface KeyRequest {
  readonly accountId: string
  readonly name: string
  readonly permissions: readonly Permission[]
  /** Null: it does not expire. */
  readonly expiresAt: Date | null
  /** For the key of a workflow. */
  readonly workflowOf?: WorkflowRepository
}

/** Makes a key, whatever the account has already. */
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

/** Makes a key unless the account has as many as it may; requests that come at once count each other. */
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

/** A workflow that showed who it is. */
export interface WorkflowKeyRequest {
  readonly accountId: string
  readonly name: string
  readonly workflowOf: WorkflowRepository
  /** What it showed, as `takeWorkflowToken` takes it. */
  readonly token: { readonly hash: Buffer; readonly expiresAt: Date }
}

/**
 * Makes the key of a workflow, once for each token that it showed; keys of workflows are none of those that an account
 * may have.
 */
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

/** A key and the one that stands in for it. */
export interface RotatedKey extends IssuedKey {
  readonly replaced: ApiKeyRow
}

/**
 * Makes a key in place of another with the same name and permissions; the old one works until the
 * overlap ends or it would have expired anyway. A key that works no more, or was replaced before, is left alone.
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
    // Without an overlap the number of working keys stays the same.
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
