import { z } from 'zod'
import { listClaims as findClaims } from '../../db/registry/claims.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { ClaimAnswer, claimAnswer } from './claim-shape.ts'

/** The servers that the account says to maintain, newest first. */
export const listClaims = endpoint({
  id: 'list-claims',
  method: 'get',
  path: '/api/v1/account/claims',
  tag: 'account',
  summary: 'List the claimed servers',
  description: 'Servers that the account says to maintain, shown or not. The one that was claimed last comes first.',
  permission: 'scans:read',
  params: z.strictObject({}),
  query: PageQuery({ defaultLimit: 50 }),
  body: undefined,
  status: 200,
  data: z.object({ claims: z.array(ClaimAnswer).meta({ description: 'Newest first.' }), pagination: Pagination }),
  headers: { Link: 'Neighbouring pages, RFC 8288; absent when there is one page.' },
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
