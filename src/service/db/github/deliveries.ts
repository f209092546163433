import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { preparedQuery } from '../prepared-query.ts'
import { githubDeliveries } from './installations-schema.ts'
import { storableDocument } from '../storable-document.ts'

export type GithubDelivery = typeof githubDeliveries.$inferSelect

/** New delivery. If it needs no processing, it is stored as completed. */
export type NewGithubDelivery = Pick<GithubDelivery, 'id' | 'event' | 'receivedAt' | 'endedAt' | 'failure'> & {
  readonly payload: unknown
}

/** Stores any number of deliveries in one statement. Returns the IDs of those that are new. */
export async function insertGithubDeliveries(
  db: Database,
  deliveries: readonly NewGithubDelivery[],
): Promise<ReadonlySet<string>> {
  const rows = await db.execute<{ id: string }>(sql`
    insert into ${githubDeliveries} (id, event, payload, received_at, ended_at, failure)
    select id, event, payload, "receivedAt", "endedAt", failure
    from jsonb_to_recordset(${JSON.stringify(deliveries.map((delivery) => storableDocument(delivery)))}::text::jsonb)
      as told (id text, event text, payload jsonb, "receivedAt" timestamptz, "endedAt" timestamptz, failure text)
    on conflict do nothing returning id`)
  return new Set(rows.map(({ id }) => id))
}

const deliveryById = preparedQuery((db) =>
  db
    .select()
    .from(githubDeliveries)
    .where(eq(githubDeliveries.id, sql.placeholder('id')))
    .prepare('github_delivery_by_id'),
)

export async function findGithubDelivery(db: Database, id: string): Promise<GithubDelivery | undefined> {
  const [row] = await deliveryById(db).execute({ id })
  return row
}

/** Marks a delivery as completed and deletes its payload. */
export async function endGithubDelivery(
  db: Database,
  id: string,
  end: { endedAt: Date; failure: string | null },
): Promise<void> {
  await db
    .update(githubDeliveries)
    .set({ ...end, payload: null })
    .where(and(eq(githubDeliveries.id, id), isNull(githubDeliveries.endedAt)))
}

/** Returns the IDs that are already stored. */
export async function knownGithubDeliveries(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: githubDeliveries.id })
    .from(githubDeliveries)
    .where(inArray(githubDeliveries.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

/** Deletes deliveries that were completed before this time. Returns their number. */
export async function removeOldGithubDeliveries(db: Database, before: Date): Promise<number> {
  const rows = await db
    .delete(githubDeliveries)
    .where(and(lt(githubDeliveries.receivedAt, before), lt(githubDeliveries.endedAt, before)))
    .returning({ id: githubDeliveries.id })
  return rows.length
}
