import { z } from 'zod'
import { findClaim } from '../../db/registry/claims.ts'
import { requestClaimCheck } from '../../registry/maintainers/check-claim.ts'
import { maintainerLimits } from '../../registry/maintainers/maintainer-limits.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { ClaimAnswer, claimAnswer } from './claim-shape.ts'
import { requireServer, ServerParams } from './require-server.ts'

/** Starts to verify a claim. */
export const createClaimCheck = endpoint({
  id: 'create-claim-check',
  method: 'post',
  path: '/api/v1/servers/:slug/claims/verify',
  tag: 'servers',
  summary: 'Verify a claim',
  description:
    'Starts a check of the claim against the current revision of the server. Call this endpoint after you have ' +
    'published the claim file. Then retrieve the claim with `GET /api/v1/account/claims`. `checkedAt` shows when ' +
    'the check finished. `state` and `failure` contain the result. You can start one check per minute.',
  permission: 'account:write',
  mayHaveMoved: true,
  params: ServerParams,
  query: z.strictObject({}),
  body: undefined,
  status: 202,
  data: ClaimAnswer,
  headers: { 'Retry-After': 'Number of seconds to wait before you retrieve the claim.' },
  errors: ['NOT_FOUND', 'NOT_READY'],
  async respond({ db, queue }, { caller, params }) {
    const server = await requireServer(db, params)
    const claim = await findClaim(db, server.id, caller.accountId)
    if (!claim) throw new ApiError('NOT_FOUND', 'The account has not claimed this server. Create a claim first.')
    const waitMs = claim.checkedAt
      ? claim.checkedAt.getTime() + maintainerLimits.checkRequestIntervalMs - Date.now()
      : 0
    if (waitMs > 0)
      throw new ApiError(
        'NOT_READY',
        'This claim was checked less than one minute ago. Retry after the number of seconds in Retry-After.',
        {
          headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
        },
      )
    await requestClaimCheck({ queue }, db, claim.id)
    return { data: claimAnswer(server.slug, claim), headers: { 'Retry-After': '5' } }
  },
})
