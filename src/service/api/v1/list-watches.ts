import { z } from 'zod'
import { listServerWatches } from '../../db/registry/server-watches.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { WatchAnswer, watchAnswer } from './server-watch-shape.ts'

/** Lists the servers watched by the account, newest first. */
export const listWatches = endpoint({
  id: 'list-watches',
  method: 'get',
  path: '/api/v1/account/watches',
  tag: 'webhooks',
  summary: 'List watched servers',
  description:
    'Returns the servers that the account watches, most recently added first. The list includes servers that ' +
    'are not in the registry yet.',
  permission: 'scans:read',
  params: z.strictObject({}),
  query: PageQuery({ defaultLimit: 50 }),
  body: undefined,
  status: 200,
  data: z.object({
    watches: z.array(WatchAnswer).meta({ description: 'Watched servers, most recently added first.' }),
    pagination: Pagination,
  }),
  headers: { Link: 'Links to other pages (RFC 8288). Omitted if there is only one page.' },
  errors: [],
  async respond({ db, publicUrl }, { caller, query }) {
    const { watches, total } = await listServerWatches(db, caller.accountId, {
      limit: query.limit,
      offset: (query.page - 1) * query.limit,
    })
    const pagination = paginate(query, total)
    const links = paginationLinks(`${publicUrl}/api/v1/account/watches`, query, pagination)
    return { data: { watches: watches.map(watchAnswer), pagination }, ...(links && { headers: { Link: links } }) }
  },
})
