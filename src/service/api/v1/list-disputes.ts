import { z } from 'zod'
import { listDisputes as findDisputes } from '../../db/registry/disputes.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { DisputeAnswer, disputeAnswer } from './dispute-shape.ts'
import { requireServer, ServerParams } from './require-server.ts'

/** Lists the disputes of a server, newest first. */
export const listDisputes = endpoint({
  id: 'list-disputes',
  method: 'get',
  path: '/api/v1/servers/:slug/disputes',
  tag: 'servers',
  summary: 'List disputes for a server',
  description: 'Returns the disputes for a server, with their reasons and reviews, newest first.',
  permission: 'anyone',
  readsReplica: true,
  mayHaveMoved: true,
  params: ServerParams,
  query: PageQuery({ defaultLimit: 50 }),
  body: undefined,
  status: 200,
  data: z.object({
    disputes: z.array(DisputeAnswer).meta({ description: 'Disputes, newest first.' }),
    pagination: Pagination,
  }),
  headers: { Link: 'Links to other pages (RFC 8288). Omitted if there is only one page.' },
  errors: ['NOT_FOUND'],
  async respond({ db, publicUrl }, { params, query }) {
    const server = await requireServer(db, params)
    const { disputes, total } = await findDisputes(db, server.id, {
      limit: query.limit,
      offset: (query.page - 1) * query.limit,
    })
    const pagination = paginate(query, total)
    const links = paginationLinks(`${publicUrl}/api/v1/servers/${server.slug}/disputes`, query, pagination)
    return { data: { disputes: disputes.map(disputeAnswer), pagination }, ...(links && { headers: { Link: links } }) }
  },
})
