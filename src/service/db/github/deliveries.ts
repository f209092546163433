import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { preparedQuery } from '../prepared-query.ts'
import { githubDeliveries } from './installations-schema.ts'

export type GithubDelivery = typeof githubDeliveries.$inferSelect

/** New delivery. If it needs no processing, it is stored as completed. */
export type NewGithubDelivery = Pick<GithubDelivery, 'id' | 'event' | 'receivedAt' | 'endedAt' | 'failure'> & {
  /** JSON text (`storableText`). Null if the delivery needs no processing. */
  readonly payload: string | null
  /** Priority of its job. */
  readonly priority: number
}

/**
 * Stores any number of deliveries, and a job for each new one that needs processing, in one statement. A repeated
 * delivery changes nothing.
 *
 * @param insertionOf Returns the statement that inserts jobs. Its rows have the columns `data` and `priority`.
 */
export async function insertGithubDeliveries(
  db: Database,
  deliveries: readonly NewGithubDelivery[],
  insertionOf: (rows: SQL) => SQL,
): Promise<void> {
  const rows = deliveries.map(
    ({ payload, ...delivery }) => `{"payload":${payload},${JSON.stringify(delivery).slice(1)}`,
  )
  // A job is inserted only for a stored row, also if a delivery occurs twice among these. Sorted, because processes
  // that receive the same deliveries in another order would otherwise wait for each other.
  await db.execute(sql`
    with told as (
      select * from jsonb_to_recordset(${`[${rows.join()}]`}::text::jsonb) as told (id text, event text, payload jsonb,
        "receivedAt" timestamptz, "endedAt" timestamptz, failure text, priority int)
    ),
    stored as (
      insert into ${githubDeliveries} (id, event, payload, received_at, ended_at, failure)
      select id, event, payload, "receivedAt", "endedAt", failure from told order by id
      on conflict do nothing returning id, ended_at
    ),
    jobs as (
      ${insertionOf(sql`
        select jsonb_build_object('deliveryId', id), (select max(priority) from told where told.id = stored.id)
        from stored where ended_at is null`)}
    )
    select 1 from stored limit 0`)
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

/** Number of deliveries to delete in one statement. An app with 50 deliveries a second gets 4 million a day. */
const batchRows = 10_000

/** Deletes deliveries that were completed before this time, in batches. Returns their number. */
export async function removeOldGithubDeliveries(db: Database, before: Date, signal?: AbortSignal): Promise<number> {
  const time = before.toISOString()
  for (let removed = 0; ;) {
    const { count } = await db.execute(sql`
      delete from ${githubDeliveries} where id in (
        select id from ${githubDeliveries} where received_at < ${time} and ended_at < ${time}
        order by received_at limit ${batchRows} for update skip locked)`)
    removed += count
    if (count < batchRows || signal?.aborted === true) return removed
  }
}
