import { z } from 'zod'
import { listServerWatches } from '../../db/registry/server-watches.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { WatchAnswer, watchAnswer } from './server-watch-shape.ts'

/** The servers of which the account wants to hear, newest first. */
export const listWatches = endpoint({
  id: 'list-watches',
  method: 'get',
  path: '/api/v1/account/watches',
  tag: 'webhooks',
  summary: 'List the watched servers',
  description: 'The one that was added last comes first. A server stands here whether or not the registry has it.',
  permission: 'scans:read',
  params: z.strictObject({}),
  query: PageQuery({ defaultLimit: 50 }),
  body: undefined,
  status: 200,
  data: z.object({ watches: z.array(WatchAnswer).meta({ description: 'Newest first.' }), pagination: Pagination }),
  headers: { Link: 'Neighbouring pages, RFC 8288; absent when there is one page.' },
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
