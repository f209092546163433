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

/** Full-text search across servers. */
export const searchServers = endpoint({
  id: 'search-servers',
  method: 'get',
  path: '/api/v1/servers/search',
  tag: 'servers',
  summary: 'Search servers',
  description:
    'Servers whose name or description has every word of `q`, as it is, as a beginning, or with one typing ' +
    'error. First those of that name, then those whose name begins so, then those with the words in their ' +
    'name, then the others; among equals what many use and what is safe. `relevance` says so in a number. ' +
    'Of a search that very many match, at least `pagination.total` do, as `totalRelation` says, and more ' +
    'are counted as pages go on.',
  permission: 'anyone',
  params: z.strictObject({}),
  query: ServerListQuery.extend({
    q: SearchText.meta({ description: 'Words to look for.', examples: ['postgres'] }),
    sort: z
      .enum(['relevance', ...serverSorts])
      .default('relevance')
      .meta({ description: 'What they are ordered by.' }),
    order: Order.default('desc').meta({
      description: 'Greatest or last first with `desc`. `relevance` is always best first.',
    }),
  }),
  body: undefined,
  status: 200,
  data: z.object({
    servers: z.array(FoundServer).meta({ description: 'What was found, in order.' }),
    pagination: SearchPagination,
  }),
  headers: { Link: 'Neighbouring pages, RFC 8288; absent when there is one page.' },
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
