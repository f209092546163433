import { z } from 'zod'
import { findClaim } from '../../db/registry/claims.ts'
import { maintainerLimits } from '../../registry/maintainers/maintainer-limits.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { ClaimAnswer, claimAnswer } from './claim-shape.ts'
import { requireServer, ServerParams } from './require-server.ts'

/** Has a claim looked at. */
export const createClaimCheck = endpoint({
  id: 'create-claim-check',
  method: 'post',
  path: '/api/v1/servers/:slug/claims/verify',
  tag: 'servers',
  summary: 'Have a claim verified',
  description:
    'The current revision of the server is fetched and looked at soon; `checkedAt` of the claim in `GET ' +
    '/api/v1/account/claims` tells when that was done, `state` and `failure` what came of it.',
  permission: 'account:write',
  mayHaveMoved: true,
  params: ServerParams,
  query: z.strictObject({}),
  body: undefined,
  status: 202,
  data: ClaimAnswer,
  headers: { 'Retry-After': 'Seconds after which to ask for the claim.' },
  errors: ['NOT_FOUND', 'NOT_READY'],
  async respond({ db, queue }, { caller, params }) {
    const server = await requireServer(db, params)
    const claim = await findClaim(db, server.id, caller.accountId)
    if (!claim) throw new ApiError('NOT_FOUND', 'The account has not claimed this server.')
    const waitMs = claim.checkedAt
      ? claim.checkedAt.getTime() + maintainerLimits.checkRequestIntervalMs - Date.now()
      : 0
    if (waitMs > 0)
      throw new ApiError('NOT_READY', 'It was looked at just now.', {
        headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
      })
    await queue.enqueue(db, 'check-claim', { claimId: claim.id }, { key: claim.id })
    return { data: claimAnswer(server.slug, claim), headers: { 'Retry-After': '5' } }
  },
})
