import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AffectedEntryRow } from '../../../engine/advisories/package-advisories.ts'
import type { Ecosystem } from '../../../engine/model/component.ts'
import type { Database } from '../client.ts'
import { advisories, advisoryAffected } from './schema.ts'

/** Returns the normalized names of all packages in an ecosystem that the feeds' records mention. */
export async function affectedPackageNames(db: Database, feedIds: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: advisoryAffected.packageName })
    .from(advisoryAffected)
    .where(inArray(advisoryAffected.feedId, [...feedIds]))
  return rows.map(({ name }) => name)
}

/**
 * Returns the entries about one ecosystem's packages, except those of withdrawn records. `feedIds` are the ecosystem's
 * feeds by precedence. A record is omitted if an earlier feed has the same ID, even if it is withdrawn there.
 */
export async function affectedEntries(
  db: Database,
  { ecosystem, names, feedIds }: { ecosystem: Ecosystem; names: readonly string[]; feedIds: readonly number[] },
): Promise<AffectedEntryRow[]> {
  const feeds = sql`${sql.param([...feedIds])}::int[]`
  return db
    .select({
      packageName: advisoryAffected.packageName,
      advisoryId: advisoryAffected.advisoryId,
      entry: advisoryAffected.entry,
      document: sql<unknown>`${advisories.document} - '{references,credits,schema_version}'::text[]`,
    })
    .from(advisoryAffected)
    .innerJoin(
      advisories,
      and(eq(advisories.feedId, advisoryAffected.feedId), eq(advisories.id, advisoryAffected.advisoryId)),
    )
    .where(
      and(
        eq(advisoryAffected.ecosystem, ecosystem),
        sql`${advisoryAffected.packageName} = any(${sql.param([...names])}::text[])`,
        sql`${advisoryAffected.feedId} = any(${feeds})`,
        isNull(advisories.withdrawn),
        sql`not exists (
          select from advisories earlier
          where earlier.id = ${advisories.id} and earlier.feed_id = any(${feeds})
            and array_position(${feeds}, earlier.feed_id) < array_position(${feeds}, ${advisories.feedId}))`,
      ),
    )
    .orderBy(sql`${advisoryAffected.advisoryId} collate "C"`, advisoryAffected.key)
}
