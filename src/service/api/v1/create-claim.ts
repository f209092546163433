import { z } from 'zod'
import { maintainerLimits } from '../../registry/maintainers/maintainer-limits.ts'
import { claimServer } from '../../registry/maintainers/claim-server.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { ClaimAnswer, claimAnswer } from './claim-shape.ts'
import { requireServer, ServerParams } from './require-server.ts'

/** Says that the account maintains a server, and tells how to show it. */
export const createClaim = endpoint({
  id: 'create-claim',
  method: 'post',
  path: '/api/v1/servers/:slug/claims',
  tag: 'servers',
  summary: 'Claim a server',
  description:
    'For whoever maintains it. Put the token into one of the files, publish that, and ask for a look with ' +
    '`POST …/claims/verify`. Where the GitHub App is installed in the repository by the owner whose account ' +
    'this is, the claim is verified at once. Whoever maintains a server sees its findings whole, and may ' +
    'dispute them. Done again it answers the same claim.',
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
        `The account has claimed ${maintainerLimits.maxClaimsPerAccount} servers, which is as many as it may: ` +
          'give one up first.',
      )
    return { data: claimAnswer(server.slug, claim) }
  },
})
