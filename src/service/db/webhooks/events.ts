import { sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { webhookEvents } from './schema.ts'

export type WebhookEventRow = typeof webhookEvents.$inferSelect

/** Number of rows per statement. 10,000 events with bodies of 3 KB need 10 statements of 3 MB. */
const rowsAtOnce = 1_000

/** Stores events. Does not change existing ones. */
export async function insertWebhookEvents(db: Database, events: readonly WebhookEventRow[]): Promise<void> {
  for (let start = 0; start < events.length; start += rowsAtOnce) {
    const rows = JSON.stringify(events.slice(start, start + rowsAtOnce))
    await db.execute(sql`
      insert into webhook_events (id, account_id, event, body, scan_id, created_at)
      select id, "accountId", event, body, "scanId", "createdAt"
      from json_to_recordset(${rows}::json) as row (id text, "accountId" uuid, event text, body text, "scanId" text,
      "createdAt" timestamptz)
      -- Always in the same order: two transactions that tell the same must not wait for each other.
      order by id
      on conflict do nothing`)
  }
}

/**
 * Lists accounts after `after`, by ID, that have events older than their plan allows. For plans that are not listed,
 * the latest of these times applies.
 */
export async function accountsWithOldEvents(
  db: Database,
  { before, after, limit }: { before: Readonly<Record<string, Date>>; after: string | undefined; limit: number },
): Promise<{ id: string; before: Date }[]> {
  const latest = new Date(Math.max(...Object.values(before).map((moment) => moment.getTime()))).toISOString()
  const rows = await db.execute<{ id: string; before: string }>(sql`
    select account.id, term.before from accounts account
      cross
      join lateral (select coalesce(${JSON.stringify(before)}::jsonb->>account.plan, ${latest})::timestamptz as before)
      term
    where ${after === undefined ? sql`true` : sql`account.id > ${after}::uuid`}
      and exists (select from webhook_events event
      where event.account_id = account.id and event.created_at < term.before)
    order by account.id limit ${limit}`)
  return rows.map(({ id, before }) => ({ id, before: new Date(before) }))
}

/**
 * Deletes at most `limit` of an account's events from before a time, oldest first, with their deliveries and attempts.
 * Keeps events that are still waiting. Returns the number of deleted events.
 */
export async function removeOldWebhookEvents(
  db: Database,
  { accountId, before, limit }: { accountId: string; before: Date; limit: number },
): Promise<number> {
  const removed = await db.execute(sql`
    delete from webhook_events where id in (
      select id from webhook_events event
      where event.account_id = ${accountId}::uuid and event.created_at < ${before.toISOString()}
        and not exists (select from webhook_deliveries delivery
        where delivery.event_id = event.id and delivery.status = 'waiting')
      order by event.created_at
      limit ${limit})
    returning 1`)
  return removed.length
}
