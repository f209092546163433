import { and, asc, count, desc, eq, gte, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { webhookDeliveries, webhookEvents } from './schema.ts'

export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect

export type NamedDeliveryRow = WebhookDeliveryRow & { readonly event: string }

export type NewDelivery = Pick<
  WebhookDeliveryRow,
  'id' | 'eventId' | 'accountId' | 'endpointId' | 'url' | 'lane' | 'createdAt'
>

const rowsAtOnce = 5_000

/**
 * Stores deliveries that are due at the time of their event. Existing ones do not change. Skips endpoints that were
 * deleted or belong to another account.
 */
export async function insertWebhookDeliveries(db: Database, deliveries: readonly NewDelivery[]): Promise<void> {
  for (let start = 0; start < deliveries.length; start += rowsAtOnce) {
    const some = deliveries.slice(start, start + rowsAtOnce)
    const endpointIds = [...new Set(some.flatMap(({ endpointId }) => endpointId ?? []))]
    await db.execute(sql`
      -- Locked, so that one that is being removed is waited for, and is gone then: the foreign key would fail the
      -- transaction.
      with present as materialized (
        select id, account_id from webhook_endpoints
        where id in (select value::uuid from json_array_elements_text(${JSON.stringify(endpointIds)}::json))
        order by id
        for key share
      )
      insert into webhook_deliveries (id, event_id, account_id, endpoint_id, url, lane, status, next_attempt_at,
      created_at)
      select id, "eventId", "accountId", "endpointId", url, lane, 'waiting', "createdAt", "createdAt"
      from json_to_recordset(${JSON.stringify(some)}::json) as row (id uuid, "eventId" text, "accountId" uuid,
      "endpointId" uuid, url text, lane text, "createdAt" timestamptz)
      where "endpointId" is null
        or exists (select from present where present.id = row."endpointId" and present.account_id = row."accountId")
      order by "eventId", "endpointId", url
      on conflict do nothing`)
  }
}

export interface DeliveryFilter {
  readonly status?: WebhookDeliveryRow['status'] | undefined
  readonly event?: string | undefined
}

interface Page {
  readonly limit: number
  readonly offset: number
}

const shown = { delivery: webhookDeliveries, event: webhookEvents.event }

/** Returns one page of the deliveries to an endpoint of this account, newest first, and the total. */
export async function listEndpointDeliveries(
  db: Database,
  { accountId, endpointId }: { accountId: string; endpointId: string },
  filter: DeliveryFilter,
  page: Page,
): Promise<{ deliveries: NamedDeliveryRow[]; total: number }> {
  return listDeliveries(
    db,
    and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.accountId, accountId), matches(filter)),
    page,
  )
}

/** Returns one page of the deliveries to the `webhook` of this account's scan, newest first, and the total. */
export async function listScanDeliveries(
  db: Database,
  { accountId, scanId }: { accountId: string; scanId: string },
  filter: DeliveryFilter,
  page: Page,
): Promise<{ deliveries: NamedDeliveryRow[]; total: number }> {
  return listDeliveries(
    db,
    and(
      eq(webhookEvents.scanId, scanId),
      eq(webhookDeliveries.accountId, accountId),
      isNull(webhookDeliveries.endpointId),
      matches(filter),
    ),
    page,
  )
}

async function listDeliveries(
  db: Database,
  where: SQL | undefined,
  { limit, offset }: Page,
): Promise<{ deliveries: NamedDeliveryRow[]; total: number }> {
  const joined = eq(webhookEvents.id, webhookDeliveries.eventId)
  const [rows, [counted]] = await Promise.all([
    db
      .select(shown)
      .from(webhookDeliveries)
      .innerJoin(webhookEvents, joined)
      .where(where)
      .orderBy(desc(webhookDeliveries.createdAt), asc(webhookDeliveries.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(webhookDeliveries).innerJoin(webhookEvents, joined).where(where),
  ])
  return { deliveries: rows.map(({ delivery, event }) => ({ ...delivery, event })), total: counted?.total ?? 0 }
}

const matches = ({ status, event }: DeliveryFilter) =>
  and(
    status === undefined ? undefined : eq(webhookDeliveries.status, status),
    event === undefined ? undefined : eq(webhookEvents.event, event),
  )

/** Returns a delivery to an endpoint of this account, with its body, or undefined if it does not exist. */
export async function findEndpointDelivery(
  db: Database,
  { accountId, endpointId, deliveryId }: { accountId: string; endpointId: string; deliveryId: string },
): Promise<(NamedDeliveryRow & { readonly body: string }) | undefined> {
  const [row] = await db
    .select({ ...shown, body: webhookEvents.body })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(
      and(
        eq(webhookDeliveries.id, deliveryId),
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.accountId, accountId),
      ),
    )
  return row && { ...row.delivery, event: row.event, body: row.body }
}

/** Returns the delivery of an event to an endpoint, or undefined if it does not exist. */
export async function findDeliveryOfEvent(
  db: Database,
  { eventId, endpointId }: { eventId: string; endpointId: string },
): Promise<{ id: string } | undefined> {
  const [row] = await db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.eventId, eventId), eq(webhookDeliveries.endpointId, endpointId)))
  return row
}

const again = (now: Date) => ({
  status: 'waiting' as const,
  step: 0,
  nextAttemptAt: now,
  leaseUntil: null,
  endedAt: null,
})

/**
 * Makes an ended delivery due again, with the complete retry schedule. Returns its lane. Undefined if the delivery does
 * not exist or is still waiting.
 */
export async function restartDelivery(
  db: Database,
  { accountId, endpointId, deliveryId, now }: { accountId: string; endpointId: string; deliveryId: string; now: Date },
): Promise<string | undefined> {
  const [row] = await db
    .update(webhookDeliveries)
    .set(again(now))
    .where(
      and(
        eq(webhookDeliveries.id, deliveryId),
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.accountId, accountId),
        ne(webhookDeliveries.status, 'waiting'),
      ),
    )
    .returning({ lane: webhookDeliveries.lane })
  return row?.lane
}

/**
 * Makes the deliveries to an endpoint due again that failed permanently since a time. Returns their number and lane.
 */
export async function restartFailedDeliveries(
  db: Database,
  { accountId, endpointId, since, now }: { accountId: string; endpointId: string; since: Date; now: Date },
): Promise<{ count: number; lane: string | undefined }> {
  const rows = await db
    .update(webhookDeliveries)
    .set(again(now))
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.accountId, accountId),
        eq(webhookDeliveries.status, 'failed'),
        gte(webhookDeliveries.endedAt, since),
      ),
    )
    .returning({ lane: webhookDeliveries.lane })
  return { count: rows.length, lane: rows[0]?.lane }
}
