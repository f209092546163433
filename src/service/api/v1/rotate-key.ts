import { z } from 'zod'
import { rotateKey as rotate } from '../../accounts/issue-key.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { grantedExpiry, grantedPermissions } from './key-grant.ts'
import {
  KeyAnswer,
  keyAnswer,
  KeyParams,
  NewKeyAnswer,
  OverlapSeconds,
  requireKey,
  tooManyKeys,
  uncached,
} from './key-shape.ts'
import { MomentText } from './moment-text.ts'

const Rotation = z.strictObject({
  overlapSeconds: OverlapSeconds.default(0).meta({
    description: 'Number of seconds for which the old key remains valid. 0 revokes the old key immediately.',
  }),
  expiresAt: MomentText('2027-01-31T00:00:00Z')
    .optional()
    .meta({
      description:
        'Time when the new key expires, ISO 8601. Defaults to the expiration time of the calling key, which is ' +
        'also the latest allowed time.',
    }),
})

/** Creates a replacement for a key. The old key remains valid until the overlap ends. */
export const rotateKey = endpoint({
  id: 'rotate-key',
  method: 'post',
  path: '/api/v1/keys/:keyId/rotate',
  tag: 'keys',
  summary: 'Rotate an API key',
  description:
    'Creates a new key with the same name and permissions as the old key. The old key remains valid until the ' +
    'overlap ends. You cannot use this endpoint to rotate keys that have `account:write`, because a key cannot ' +
    'grant that permission.',
  permission: 'account:write',
  params: KeyParams,
  query: z.strictObject({}),
  body: Rotation,
  status: 201,
  data: NewKeyAnswer.extend({ replaced: KeyAnswer.meta({ description: 'The old key.' }) }),
  headers: { 'Cache-Control': '`no-store`, because the response contains a secret.' },
  errors: ['NOT_FOUND', 'CONFLICT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  needsFreshSession: true,
  audited: ({ prefix, name, replaced }) => `key mcp_${replaced.prefix}_… (${name}), by mcp_${prefix}_…`,
  async respond(context, { caller, params, body }) {
    const now = new Date()
    const old = await requireKey(context.db, caller, params.keyId)
    // A replacement would not be bound to the repository, and it would not expire with the run.
    if (old.githubRepositoryId !== null)
      throw new ApiError(
        'CONFLICT',
        `The key mcp_${old.prefix}_… belongs to a workflow run and cannot be rotated. Each run receives its ` +
          'own key.',
      )
    grantedPermissions(caller, old.permissions)
    const expiresAt = grantedExpiry(caller, body.expiresAt, now)
    const rotated = await rotate(context, {
      accountId: caller.accountId,
      keyId: old.id,
      expiresAt,
      overlapSeconds: body.overlapSeconds,
      now,
    })
    if (rotated === 'ended')
      throw new ApiError('CONFLICT', `The key mcp_${old.prefix}_… is revoked or expired. Create a new key instead.`)
    if (rotated === 'replaced')
      throw new ApiError('CONFLICT', `The key mcp_${old.prefix}_… has already been replaced. Rotate its replacement.`)
    if (rotated === 'too many') throw tooManyKeys()
    await context.callerChanges.heard()
    return {
      data: { ...keyAnswer(rotated.key), key: rotated.secret, replaced: keyAnswer(rotated.replaced) },
      headers: uncached,
    }
  },
})
