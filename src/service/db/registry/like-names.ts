import { sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import type { registryServers } from './servers-schema.ts'

/** Server whose name can be confused with another server's. */
export type LikeNamedServer = Pick<
  typeof registryServers.$inferSelect,
  'id' | 'slug' | 'name' | 'sourceType' | 'popularity' | 'createdAt'
>

type LikeNamedRow = Pick<LikeNamedServer, 'id' | 'slug' | 'name' | 'popularity'> & {
  source_type: LikeNamedServer['sourceType']
  created_at: string
}

/**
 * Selects the first servers for each key, in no particular order. Runs one bounded index probe per key. For a join, the
 * planner would scan the table if there are thousands of keys or if many servers share a key. The condition repeats the
 * index predicate, so that the planner uses the index.
 */
const probed = (keys: readonly string[], ofEach: number) => sql`
  unnest(${sql.param([...keys])}::text[]) as wanted(key)
  cross join lateral (
    select s.id, s.slug, s.name, s.source_type, s.popularity, s.created_at from registry_servers s
    where s.fold_key <> '' and s.fold_key = wanted.key and s.hidden_at is null and s.merged_into is null
    limit ${ofEach} offset 0
  ) found`

/**
 * Returns other servers with similar names, oldest first. If more than `limit` servers share a name, only some are
 * returned.
 */
export async function listServersFoldedAlike(
  db: Database,
  serverId: string,
  key: string,
  limit: number,
): Promise<LikeNamedServer[]> {
  const rows = await db.execute<LikeNamedRow>(
    sql`select found.* from ${probed([key], limit + 1)} where id <> ${serverId} order by created_at, id limit ${limit}`,
  )
  return rows.map(serverOf)
}

export interface FoldKeyQuestion {
  readonly minPopularity?: number | undefined
  /** Number of servers above which a shared key is considered common and omitted. */
  readonly commonName: number
  readonly limit: number
}

/** Returns servers with one of these folded names, most popular first. */
export async function listServersWithFoldKeys(
  db: Database,
  keys: readonly string[],
  { minPopularity, commonName, limit }: FoldKeyQuestion,
): Promise<LikeNamedServer[]> {
  if (keys.length === 0) return []
  const rows = await db.execute<LikeNamedRow>(sql`
    select id, slug, name, source_type, popularity, created_at
    from (select found.*, count(*) over (partition by wanted.key) as servers from ${probed(keys, commonName + 1)}) named
    where servers <= ${commonName} ${minPopularity === undefined ? sql`` : sql`and popularity >= ${minPopularity}`}
    order by popularity desc nulls last, created_at, id desc limit ${limit}`)
  return rows.map(serverOf)
}

function serverOf({ source_type: sourceType, created_at: createdAt, ...server }: LikeNamedRow): LikeNamedServer {
  return { ...server, sourceType, createdAt: new Date(createdAt) }
}
