import { z } from 'zod'
import { maintainerLimits } from '../../registry/maintainers/maintainer-limits.ts'
import { claimServer } from '../../registry/maintainers/claim-server.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { ClaimAnswer, claimAnswer } from './claim-shape.ts'
import { requireServer, ServerParams } from './require-server.ts'

/** Claims a server for the account that maintains it. */
export const createClaim = endpoint({
  id: 'create-claim',
  method: 'post',
  path: '/api/v1/servers/:slug/claims',
  tag: 'servers',
  summary: 'Claim a server',
  description:
    'Creates a claim stating that the account maintains the server. Publish a claim file that contains the token, ' +
    'and then call `POST /api/v1/servers/{slug}/claims/verify`. If the account owner has installed the GitHub App ' +
    'on the repository, the claim is verified immediately. Verified maintainers can see all details of the ' +
    "server's findings and can dispute the findings. If the account has already claimed the server, the existing " +
    'claim is returned.',
  permission: 'account:write',
  mayHaveMoved: true,
  params: ServerParams,
  query: z.strictObject({}),
  body: undefined,
  status: 201,
  data: ClaimAnswer,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async respond({ db }, { caller, params }) {
    const server = await requireServer(db, params)
    const claim = await claimServer(db, { accountId: caller.accountId, server, now: new Date() })
    if (claim === 'too many')
      throw new ApiError(
        'CONFLICT',
        `The account has reached the limit of ${maintainerLimits.maxClaimsPerAccount} claims. Delete a claim ` +
          'first.',
      )
    return { data: claimAnswer(server.slug, claim) }
  },
})
