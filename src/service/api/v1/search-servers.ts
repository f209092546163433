import { z } from 'zod'
import { searchServers as search } from '../../db/registry/search.ts'
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
import { FoundServer } from './server-shape.ts'

/** Searches for servers by text. */
export const searchServers = endpoint({
  id: 'search-servers',
  method: 'get',
  path: '/api/v1/servers/search',
  tag: 'servers',
  summary: 'Search servers',
  description:
    'Searches servers by name and description. Every word in `q` must match exactly, as a prefix, or with ' +
    'one typo. Servers whose name matches exactly are listed first. Servers whose name starts with the ' +
    'search words come next, followed by servers whose name contains the words, and then all other matches. Among ' +
    'equally relevant matches, popular and safe servers are listed first. If a very large number of servers ' +
    'match, counting stops early. In that case, `pagination.totalRelation` is `at-least`, and the total can ' +
    'increase on later pages.',
  permission: 'anyone',
  readsReplica: true,
  params: z.strictObject({}),
  query: ServerListQuery.extend({
    q: SearchText.meta({ description: 'Search words.', examples: ['postgres'] }),
    sort: z
      .enum(['relevance', ...serverSorts])
      .default('relevance')
      .meta({ description: 'Sort key.' }),
    order: Order.default('desc').meta({
      description:
        'Sort order. `desc` returns the highest values or the newest servers first. `relevance` always ' +
        'returns the best match first.',
    }),
  }),
  body: undefined,
  status: 200,
  data: z.object({
    servers: z.array(FoundServer).meta({ description: 'Matching servers, in the requested order.' }),
    pagination: SearchPagination,
  }),
  headers: { Link: 'Links to other pages (RFC 8288). Omitted if there is only one page.' },
  errors: [],
  async respond({ db, publicUrl }, { query }) {
    requireSearchDepth(query)
    const { found, total, relation } = await search(db, {
      text: query.q,
      filter: filterOf(query),
      ...(query.sort !== 'relevance' && { order: { sort: query.sort, order: query.order } }),
      limit: query.limit,
      offset: (query.page - 1) * query.limit,
    })
    const relevance = new Map(found.map((one) => [one.id, one.relevance]))
    const servers = await findServersByIds(db, [...relevance.keys()])
    const pagination = paginate(query, total)
    const links = paginationLinks(`${publicUrl}/api/v1/servers/search`, query, pagination)
    return {
      data: {
        servers: servers.map((server) => ({ ...listedServer(server), relevance: relevance.get(server.id) ?? 0 })),
        pagination: { ...pagination, totalRelation: relation },
      },
      ...(links && { headers: { Link: links } }),
    }
  },
})
