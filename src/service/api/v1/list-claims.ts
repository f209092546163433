import { z } from 'zod'
import { listClaims as findClaims } from '../../db/registry/claims.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { ClaimAnswer, claimAnswer } from './claim-shape.ts'

/** Lists the claims of the account, newest first. */
export const listClaims = endpoint({
  id: 'list-claims',
  method: 'get',
  path: '/api/v1/account/claims',
  tag: 'account',
  summary: 'List claims',
  description: "Returns all of the account's claims, newest first, whether or not they are verified.",
  permission: 'scans:read',
  params: z.strictObject({}),
  query: PageQuery({ defaultLimit: 50 }),
  body: undefined,
  status: 200,
  data: z.object({
    claims: z.array(ClaimAnswer).meta({ description: 'Claims, newest first.' }),
    pagination: Pagination,
  }),
  headers: { Link: 'Links to other pages (RFC 8288). Omitted if there is only one page.' },
  errors: [],
  async respond({ db, publicUrl }, { caller, query }) {
    const { claims, total } = await findClaims(db, caller.accountId, {
      limit: query.limit,
      offset: (query.page - 1) * query.limit,
    })
    const pagination = paginate(query, total)
    const links = paginationLinks(`${publicUrl}/api/v1/account/claims`, query, pagination)
    return {
      data: { claims: claims.map(({ claim, server }) => claimAnswer(server.slug, claim)), pagination },
      ...(links && { headers: { Link: links } }),
    }
  },
})
