import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import { webhookEvents } from './schema.ts'

export type WebhookEventRow = typeof webhookEvents.$inferSelect

/** Rows a statement: 10,000 events with bodies of 3 KB take 10 statements of 3 MB. */
const rowsAtOnce = 1_000

/** Stores events; one that is there already stays as it is. */
export async function insertWebhookEvents(db: Database, events: readonly WebhookEventRow[]): Promise<void> {
  for (let start = 0; start < events.length; start += rowsAtOnce) {
    const rows = JSON.stringify(events.slice(start, start + rowsAtOnce))
    await db.execute(sql`
      insert into webhook_events (id, account_id, event, body, scan_id, created_at)
      select id, "accountId", event, body, "scanId", "createdAt"
      from json_to_recordset(${rows}::json) as row (id text, "accountId" uuid, event text, body text, "scanId" text, "createdAt" timestamptz)
      -- Always in the same order: two transactions that tell the same must not wait for each other.
      order by id
      on conflict do nothing`)
  }
}

/** Removes at most `limit` events from before the moment of their account's plan, and with them their deliveries and attempts; what still waits stays. Returns how many. */
export async function removeOldWebhookEvents(db: Database, before: Readonly<Record<string, Date>>, limit: number): Promise<number> {
  // Account by account: what a longer plan keeps is not walked through each time.
  const removed = await db.execute(sql`
    delete from webhook_events where id in (
      select old.id from accounts account cross join lateral (
        select id from webhook_events event
        where event.account_id = account.id and event.created_at < (${JSON.stringify(before)}::jsonb->>account.plan)::timestamptz
          and not exists (select from webhook_deliveries delivery where delivery.event_id = event.id and delivery.status = 'waiting')
        order by event.created_at
        limit ${limit}) old
      limit ${limit}
    )
    returning 1`)
  return removed.length
}
