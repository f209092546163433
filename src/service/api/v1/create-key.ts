import { z } from 'zod'
import { issueFurtherKey } from '../../accounts/issue-key.ts'
import { defaultPermissions, Permission } from '../../accounts/permissions.ts'
import { endpoint } from '../endpoint.ts'
import { grantedExpiry, grantedPermissions } from './key-grant.ts'
import { keyAnswer, NewKeyAnswer, tooManyKeys, uncached } from './key-shape.ts'
import { MomentText } from './moment-text.ts'

const NewKey = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^\P{C}*$/u, 'should not contain control characters')
    .meta({
      description: 'Purpose of the key, for example the name of the pipeline that uses it.',
      examples: ['deploy pipeline'],
    }),
  permissions: z
    .array(Permission)
    .min(1, 'should list at least one permission')
    .max(20, 'should list at most 20 permissions')
    .default([...defaultPermissions])
    .meta({ description: 'Key permissions. The calling key must have all of these permissions.' }),
  expiresAt: MomentText('2027-01-31T00:00:00Z')
    .optional()
    .meta({
      description:
        'Time when the key expires, ISO 8601. Defaults to the expiration time of the calling key, which is also ' +
        'the latest allowed time.',
    }),
})

/** Creates an API key with at most the caller's permissions. */
export const createKey = endpoint({
  id: 'create-key',
  method: 'post',
  path: '/api/v1/keys',
  tag: 'keys',
  summary: 'Create an API key',
  description:
    'Creates an API key. The new key can have any permission of the calling key except `account:write`, and it ' +
    'cannot expire later than the calling key. The complete key is returned only in this response.',
  permission: 'account:write',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: NewKey,
  status: 201,
  data: NewKeyAnswer,
  headers: { 'Cache-Control': '`no-store`, because the response contains a secret.' },
  errors: ['CONFLICT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  needsFreshSession: true,
  audited: ({ prefix, name }) => `key mcp_${prefix}_… (${name})`,
  async respond(context, { caller, body }) {
    const now = new Date()
    const permissions = grantedPermissions(caller, body.permissions)
    const expiresAt = grantedExpiry(caller, body.expiresAt, now)
    const issued = await issueFurtherKey(
      context,
      { accountId: caller.accountId, name: body.name, permissions, expiresAt },
      now,
    )
    if (issued === 'too many') throw tooManyKeys()
    return { data: { ...keyAnswer(issued.key), key: issued.secret }, headers: uncached }
  },
})
