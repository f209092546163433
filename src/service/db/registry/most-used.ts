import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'

/** Popular server without open findings. */
export interface UsedServer {
  readonly serverId: string
  /** Downloads per month. Null if not measured. */
  readonly downloads: number | null
  /** GitHub stars. Null if not measured. */
  readonly stars: number | null
}

/** Maximum number of servers to read, in the order of search results. Popular and secure servers come first. */
const maxReadServers = 2_000

/**
 * Returns the most popular public servers whose complete scan has no open finding. Reads the first servers of the index
 * on the rank. Popularity has no index, because every measurement of every server would update it.
 */
export async function listMostUsedClean(db: Database, limit: number): Promise<UsedServer[]> {
  return db.execute<UsedServer & Record<string, unknown>>(mostUsedClean(limit))
}

export function mostUsedClean(limit: number): SQL {
  return sql`
    with first as materialized (
      select server_id from registry_search order by rank desc, server_id limit ${maxReadServers}
    )
    select server.id as "serverId", server.downloads::float8 as downloads, server.stars
    from first join registry_servers server on server.id = first.server_id
    where server.security_score is not null and server.status = 'active' and server.popularity > 0
    and num_nonnulls(server.hidden_at, server.merged_into) = 0
    and server.critical + server.high + server.medium + server.low + server.info = 0
    order by server.popularity desc, server.downloads desc nulls last, server.id limit ${limit}`
}
