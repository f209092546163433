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
    description: 'Key ID. The ID is not part of the key itself.',
    examples: ['0b9e1c52-7a3f-4d6e-9a41-5c2f8e7d3b10'],
  }),
})

/** API key without its secret. Fields that do not apply are omitted. */
export const KeyAnswer = z
  .object({
    keyId: z
      .uuid()
      .meta({ description: 'Unique identifier for the key.', examples: ['0b9e1c52-7a3f-4d6e-9a41-5c2f8e7d3b10'] }),
    name: z.string().meta({ description: 'Purpose of the key.', examples: ['deploy pipeline'] }),
    prefix: z.string().meta({
      description: "The key's public part (eight characters). You can safely log this part.",
      examples: ['k3x9m2qa'],
    }),
    permissions: z
      .array(Permission)
      .meta({ description: 'Key permissions.', examples: [['scans:write', 'scans:read']] }),
    createdAt: z.iso.datetime().meta({ description: 'Time when the key was created.' }),
    expiresAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Time when the key expires. Omitted if it does not expire.' }),
    lastUsedAt: z.iso.datetime().optional().meta({
      description: 'Time when the key was last used, accurate to one minute. Omitted if the key was never used.',
    }),
    revokedAt: z.iso.datetime().optional().meta({ description: 'Time when the key was revoked.' }),
    replacedBy: z.uuid().optional().meta({ description: 'ID of the key that replaced this key in a rotation.' }),
  })
  .meta({ id: 'ApiKey', description: 'An API key without its secret. Properties that do not apply are omitted.' })

/** New key with its secret. */
export const NewKeyAnswer = KeyAnswer.extend({
  key: z.string().meta({
    description: 'The complete key. The key is returned only in this response.',
    examples: ['mcp_k3x9m2qa_0123456789abcdefghijABCDEFGHIJ01'],
  }),
}).meta({ id: 'NewApiKey', description: 'A new key with its secret.' })

/** Header for responses that contain a secret, which must not be cached. */
export const uncached = { 'Cache-Control': 'no-store' } as const

/** Number of seconds for which the old key or secret remains valid after a rotation. */
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

/** Returns the caller's key with this ID. Throws NOT_FOUND for other accounts' keys. */
export async function requireKey(db: Database, caller: Caller, keyId: string): Promise<ApiKeyRow> {
  const key = isUuid(keyId) ? await findApiKey(db, caller.accountId, keyId) : undefined
  if (!key) throw unknownKey()
  return key
}

export function unknownKey(): ApiError {
  return new ApiError('NOT_FOUND', 'The account has no key with this ID. Check the ID.')
}

export function tooManyKeys(): ApiError {
  return new ApiError(
    'CONFLICT',
    `The account has reached the limit of ${accountLimits.maxKeys} active keys. Revoke a key first.`,
  )
}
