import { sql } from 'drizzle-orm'
import type { Database } from '../client.ts'

export async function countShownServers(db: Database): Promise<number> {
  const [row] = await db.execute<{ total: number }>(
    sql`select coalesce(sum(servers), 0)::int as total from registry_tallies`,
  )
  return row?.total ?? 0
}

/**
 * Lists the slugs of servers by age, each with the time of the last change. New servers come last, so that earlier
 * parts of the sitemap do not change.
 */
export async function listSlugs(
  db: Database,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly slug: string; readonly day: string }[]> {
  return db.execute<{ slug: string; day: string }>(sql`
    select listed.slug, to_char(listed.updated_at at time zone 'UTC', 'YYYY-MM-DD') as day from registry_servers listed
    where listed.hidden_at is null and listed.merged_into is null order by listed.created_at, listed.id
    limit ${limit} offset ${offset}`)
}
