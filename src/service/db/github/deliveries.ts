import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { preparedQuery } from '../prepared-query.ts'
import { githubDeliveries } from './installations-schema.ts'
import { storableDocument } from '../storable-document.ts'

export type GithubDelivery = typeof githubDeliveries.$inferSelect

/** A delivery as it comes; one from which nothing follows has ended already. */
export type NewGithubDelivery = Pick<GithubDelivery, 'id' | 'event' | 'receivedAt' | 'endedAt' | 'failure'> & {
  readonly payload: unknown
}

/** Stores what GitHub told, in one statement whatever the number; resolves to the ids of those that were not there. */
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

/** Notes that nothing more follows from a delivery, and forgets what it said. */
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

/** Those of these ids that are there. */
export async function knownGithubDeliveries(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: githubDeliveries.id })
    .from(githubDeliveries)
    .where(inArray(githubDeliveries.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

/** Forgets deliveries that came before this; those not worked yet stay. */
export async function removeOldGithubDeliveries(db: Database, before: Date): Promise<number> {
  const rows = await db
    .delete(githubDeliveries)
    .where(and(lt(githubDeliveries.receivedAt, before), lt(githubDeliveries.endedAt, before)))
    .returning({ id: githubDeliveries.id })
  return rows.length
}
