import type { Database } from '../../db/client.ts'
import { listServerIds } from '../../db/registry/lists.ts'
import { searchServers } from '../../db/registry/search.ts'
import { findServersByIds, type ListedServerRow } from '../../db/registry/servers.ts'
import { pageLimits } from '../page-limits.ts'
import { catalogueLimits } from '../../db/registry/catalogue-limits.ts'
import type { TotalRelation } from '../../../engine/model/registry-server.ts'
import { orders, type RegistryQuery } from './registry-query.ts'

/** One page of servers, and the total number of servers. */
export interface ListedServers {
  readonly servers: readonly ListedServerRow[]
  readonly total: number
  readonly relation: TotalRelation
}

/** Finds the servers that match a query, with the same database queries as the API. */
export async function findListed(db: Database, { text, filter, order, page }: RegistryQuery): Promise<ListedServers> {
  const limit = pageLimits.maxServers
  const offset = (page - 1) * limit
  if (text === '') {
    const { ids, total } = await listServerIds(db, filter, orders[order ?? 'best'].order, { limit, offset })
    return { servers: await findServersByIds(db, ids), total, relation: 'exact' }
  }
  if (offset + limit > catalogueLimits.maxSearchDepth) return { servers: [], total: 0, relation: 'exact' }
  const { found, total, relation } = await searchServers(db, {
    text,
    filter,
    ...(order && { order: orders[order].order }),
    limit,
    offset,
  })
  return {
    servers: await findServersByIds(
      db,
      found.map(({ id }) => id),
    ),
    total,
    relation,
  }
}
