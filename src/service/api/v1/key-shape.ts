import { z } from 'zod'
import type { Caller } from '../../accounts/authenticate.ts'
import { Permission } from '../../accounts/permissions.ts'
import { type ApiKeyRow, findApiKey } from '../../db/accounts/api-keys.ts'
import type { Database } from '../../db/client.ts'
import { accountLimits } from '../../accounts/account-limits.ts'
import { ApiError } from '../api-error.ts'
import { isUuid } from './uuid-text.ts'

export const KeyParams = z.strictObject({
  keyId: z.string().meta({
    description: 'The id of the key, which is no part of the key itself.',
    examples: ['0b9e1c52-7a3f-4d6e-9a41-5c2f8e7d3b10'],
  }),
})

/** An API key as its account sees it, without its secret; parts that do not apply are absent. */
export const KeyAnswer = z
  .object({
    keyId: z
      .uuid()
      .meta({ description: 'Names the key in paths.', examples: ['0b9e1c52-7a3f-4d6e-9a41-5c2f8e7d3b10'] }),
    name: z.string().meta({ description: 'What the key is for.', examples: ['deploy pipeline'] }),
    prefix: z
      .string()
      .meta({ description: 'The public eight characters of the key, safe to log.', examples: ['k3x9m2qa'] }),
    permissions: z
      .array(Permission)
      .meta({ description: 'What the key may do.', examples: [['scans:write', 'scans:read']] }),
    createdAt: z.iso.datetime().meta({ description: 'When it was made.' }),
    expiresAt: z.iso.datetime().optional().meta({ description: 'When it stops to work; absent: never.' }),
    lastUsedAt: z.iso.datetime().optional().meta({ description: 'To the minute.' }),
    revokedAt: z.iso.datetime().optional().meta({ description: 'When it was revoked.' }),
    replacedBy: z.uuid().optional().meta({ description: 'The key that a rotation made in its place.' }),
  })
  .meta({ id: 'ApiKey', description: 'An API key without its secret; parts that do not apply are absent.' })

/** A key that was just made. */
export const NewKeyAnswer = KeyAnswer.extend({
  key: z.string().meta({
    description: 'The whole key. It is shown this once.',
    examples: ['mcp_k3x9m2qa_0123456789abcdefghijABCDEFGHIJ01'],
  }),
}).meta({ id: 'NewApiKey', description: 'A key that was just made, with its secret.' })

/** Answers with a secret stay out of every cache. */
export const uncached = { 'Cache-Control': 'no-store' } as const

/** For how long what is replaced goes on to work. */
export const OverlapSeconds = z
  .int()
  .min(0, 'should be at least 0')
  .max(accountLimits.maxOverlapSeconds, `should be at most ${accountLimits.maxOverlapSeconds} (30 days)`)

export function keyAnswer(key: ApiKeyRow): z.input<typeof KeyAnswer> {
  return {
    keyId: key.id,
    name: key.name,
    prefix: key.prefix,
    permissions: Permission.array().parse(key.permissions),
    createdAt: key.createdAt.toISOString(),
    ...(key.expiresAt && { expiresAt: key.expiresAt.toISOString() }),
    ...(key.lastUsedAt && { lastUsedAt: key.lastUsedAt.toISOString() }),
    ...(key.revokedAt && { revokedAt: key.revokedAt.toISOString() }),
    ...(key.replacedBy && { replacedBy: key.replacedBy }),
  }
}

/** The caller's key of this id; another account's key is answered like one that does not exist. */
export async function requireKey(db: Database, caller: Caller, keyId: string): Promise<ApiKeyRow> {
  const key = isUuid(keyId) ? await findApiKey(db, caller.accountId, keyId) : undefined
  if (!key) throw unknownKey()
  return key
}

export function unknownKey(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no key with this id in your account.')
}

export function tooManyKeys(): ApiError {
  return new ApiError(
    'CONFLICT',
    `The account has ${accountLimits.maxKeys} keys that work, which is as many as there may be: revoke one ` +
      'that is not needed.',
  )
}
