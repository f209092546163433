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
    description: 'For how long the old key goes on to work; 0 ends it at once.',
  }),
  expiresAt: MomentText('2027-01-31T00:00:00Z').optional().meta({
    description: 'Of the new key: at most when the calling key expires, which is also what holds when it is absent.',
  }),
})

/** Makes a key in place of another, which works on until the overlap ends. */
export const rotateKey = endpoint({
  id: 'rotate-key',
  method: 'post',
  path: '/api/v1/keys/:keyId/rotate',
  tag: 'keys',
  summary: 'Replace an API key',
  description:
    'The new key has the name and the permissions of the old one and works at once; the old one works until ' +
    'the overlap ends. Keys with `account:write` are not rotated this way, since no key passes that on.',
  permission: 'account:write',
  params: KeyParams,
  query: z.strictObject({}),
  body: Rotation,
  status: 201,
  data: NewKeyAnswer.extend({ replaced: KeyAnswer.meta({ description: 'The key that it stands in for.' }) }),
  headers: { 'Cache-Control': '`no-store`: the answer holds a secret.' },
  errors: ['NOT_FOUND', 'CONFLICT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  needsFreshSession: true,
  audited: ({ prefix, name, replaced }) => `key mcp_${replaced.prefix}_… (${name}), by mcp_${prefix}_…`,
  async respond(context, { caller, params, body }) {
    const now = new Date()
    const old = await requireKey(context.db, caller, params.keyId)
    // What stood in for it would not be bound to the repository and end with the run.
    if (old.githubRepositoryId !== null)
      throw new ApiError(
        'CONFLICT',
        `The key mcp_${old.prefix}_… was made for a run of a workflow: each run gets another one.`,
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
      throw new ApiError('CONFLICT', `The key mcp_${old.prefix}_… was revoked or has expired: make a new one instead.`)
    if (rotated === 'replaced')
      throw new ApiError(
        'CONFLICT',
        `The key mcp_${old.prefix}_… was replaced before: rotate the key that stands in for it.`,
      )
    if (rotated === 'too many') throw tooManyKeys()
    await context.callerChanges.heard()
    return {
      data: { ...keyAnswer(rotated.key), key: rotated.secret, replaced: keyAnswer(rotated.replaced) },
      headers: uncached,
    }
  },
})
