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
    .regex(/^\P{C}*$/u, 'should have no control characters')
    .meta({ description: 'What the key is for, such as the pipeline that uses it.', examples: ['deploy pipeline'] }),
  permissions: z
    .array(Permission)
    .min(1, 'should name at least one permission')
    .max(20, 'should name at most 20')
    .default([...defaultPermissions])
    .meta({ description: 'What it may do; none that the calling key lacks.' }),
  expiresAt: MomentText('2027-01-31T00:00:00Z')
    .optional()
    .meta({ description: 'At most when the key that makes it expires, which is also what holds when it is absent.' }),
})

/** Makes an API key no wider than the caller's own. */
export const createKey = endpoint({
  id: 'create-key',
  method: 'post',
  path: '/api/v1/keys',
  tag: 'keys',
  summary: 'Make an API key',
  description:
    'The key gets permissions that the calling key has itself, never `account:write`, and expires no later ' +
    'than it. The whole key stands in this answer and nowhere else.',
  permission: 'account:write',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: NewKey,
  status: 201,
  data: NewKeyAnswer,
  headers: { 'Cache-Control': '`no-store`: the answer holds a secret.' },
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
