import { z } from 'zod'
import { listServerIds } from '../../db/registry/lists.ts'
import { searchServers } from '../../db/registry/search.ts'
import { findServersByIds } from '../../db/registry/servers.ts'
import { serverSorts } from '../../../engine/model/registry-server.ts'
import { endpoint } from '../endpoint.ts'
import { paginate, paginationLinks } from '../pagination.ts'
import {
  filterOf,
  Order,
  requireSearchDepth,
  SearchPagination,
  SearchText,
  ServerListQuery,
} from './server-list-query.ts'
import { listedServer } from './server-answer.ts'
import { ListedServer } from './server-shape.ts'

export const listServers = endpoint({
  id: 'list-servers',
  method: 'get',
  path: '/api/v1/servers',
  tag: 'servers',
  summary: 'List servers',
  description:
    'Returns the servers in the registry. You can combine all filters. Servers without a score are sorted ' +
    'below servers with a score of 0. The order is stable, and ties are broken by ID.',
  permission: 'anyone',
  readsReplica: true,
  params: z.strictObject({}),
  query: ServerListQuery.extend({
    search: SearchText.optional().meta({
      description: 'Returns only servers whose name or description matches these words.',
      examples: ['postgres'],
    }),
    sort: z.enum(serverSorts).default('score').meta({ description: 'Sort key.' }),
    order: Order.default('desc').meta({
      description: 'Sort order. `desc` returns the highest values or the newest servers first.',
    }),
  }),
  body: undefined,
  status: 200,
  data: z.object({
    servers: z.array(ListedServer).meta({ description: 'Servers, in the requested order.' }),
    pagination: SearchPagination,
  }),
  headers: { Link: 'Links to other pages (RFC 8288). Omitted if there is only one page.' },
  errors: [],
  async respond({ db, publicUrl }, { query }) {
    const { search, limit } = query
    const [filter, order, offset] = [
      filterOf(query),
      { sort: query.sort, order: query.order },
      (query.page - 1) * limit,
    ]
    if (search !== undefined) requireSearchDepth(query)
    const { ids, total, relation } =
      search === undefined
        ? { ...(await listServerIds(db, filter, order, { limit, offset })), relation: 'exact' as const }
        : await searched()
    const servers = await findServersByIds(db, ids)
    const pagination = paginate(query, total)
    const links = paginationLinks(`${publicUrl}/api/v1/servers`, query, pagination)
    return {
      data: { servers: servers.map(listedServer), pagination: { ...pagination, totalRelation: relation } },
      ...(links && { headers: { Link: links } }),
    }

    async function searched() {
      const { found, ...counted } = await searchServers(db, { text: search ?? '', filter, order, limit, offset })
      return { ids: found.map(({ id }) => id), ...counted }
    }
  },
})
