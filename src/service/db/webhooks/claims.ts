import { eq, sql } from 'drizzle-orm'
import type { AccountRow } from '../accounts/accounts.ts'
import type { Database } from '../client.ts'
import { accounts } from '../accounts/schema.ts'
import { webhookDeliveries, webhookEndpoints, webhookEvents } from './schema.ts'
import type { WebhookDeliveryRow } from './deliveries.ts'
import type { SealedWebhookEndpointRow } from './endpoints.ts'

/**
 * While an attempt runs, its delivery is `waiting`, has no `next_attempt_at`, and has a lease. In the index over lane
 * and `next_attempt_at`, the running attempts of a lane are therefore next to the due ones.
 */

/** First key of the advisory locks: the bytes of `lane`. */
const lockClass = 0x6c616e65

/**
 * Locks claims from these lanes until the transaction ends. Otherwise two processes that count at the same time would
 * both find free slots. This is a separate statement, because a statement that waits for a lock continues with its old
 * snapshot. The transaction commits asynchronously, because a claim that a server crash loses is simply repeated.
 */
export async function lockDestinations(tx: Database, lanes: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(${lockClass}::int, key)
    -- Always in the same order: two processes must not wait for each other.
    from (select distinct hashtext(lane) as key from json_array_elements_text(${JSON.stringify(lanes)}::json) lane
    order by key) keys`)
}

/**
 * Returns the start times of attempts in these lanes, in milliseconds since the epoch, oldest first. Includes attempts
 * after `since`, and running ones. Omits times that are ahead by more than a minute plus the clock skew, because they
 * come from a clock that was set back. Uses the index on attempt times, so the cost depends on the number of attempts
 * in all lanes in that period.
 */
export async function findStarts(
  db: Database,
  lanes: readonly string[],
  { since, leaseMs }: { since: Date; leaseMs: number },
): Promise<ReadonlyMap<string, readonly number[]>> {
  const wanted = sql`(select value from json_array_elements_text(${JSON.stringify(lanes)}::json))`
  const rows = await db.execute<{ lane: string; startedMs: number }>(sql`
    select lane, (extract(epoch from started_at) * 1000)::float8 as "startedMs"
    from (
      -- No join, for which the planner may read every delivery there is: one step by the primary key for each
      -- attempt of that time.
      select lane, started_at
      from (
        select (select delivery.lane from webhook_deliveries delivery
        where delivery.id = attempt.delivery_id) as lane, started_at
        from webhook_attempts attempt where attempt.started_at > ${since.toISOString()}
        and attempt.started_at <= ${new Date(since.getTime() + 60_000 + aheadMs).toISOString()}
      ) recent
      where lane in ${wanted}
      union all
      select lane, lease_until - ${leaseMs}::int * interval '1 millisecond'
      from webhook_deliveries
      where status = 'waiting' and next_attempt_at is null and lease_until is not null and lane in ${wanted}
    ) starts
    order by started_at`)
  return new Map(
    [...Map.groupBy(rows, ({ lane }) => lane)].map(([lane, starts]) => [
      lane,
      starts.map(({ startedMs }) => startedMs),
    ]),
  )
}

/**
 * Lane to claim from. At most `kindRoom` deliveries are claimed from all lanes with the same `kind`, and at most
 * `shareRoom` from all with the same `share`.
 */
export interface DestinationClaim {
  readonly lane: string
  /** Number of attempts that this process can start. */
  readonly room: number
  /** Maximum number of concurrent attempts, across processes. */
  readonly atOnce: number
  readonly kind: string
  readonly kindRoom: number
  readonly share: string
  readonly shareRoom: number
}

/**
 * Claims due deliveries, at most `room` in total. Takes one from each lane in the order of `wishes`, then a second one,
 * and so on, so that a long lane does not delay short ones. Returns each delivery's ID and lane.
 */
export async function claimDue(
  tx: Database,
  wishes: readonly DestinationClaim[],
  { room, now, leaseUntil }: { room: number; now: Date; leaseUntil: Date },
): Promise<{ id: string; lane: string }[]> {
  const rows = await tx.execute<{ id: string; lane: string }>(sql`
    with wish as materialized (
      select wish.lane, place, kind, "kindRoom", share, "shareRoom", least(room, "atOnce" - (
        select count(*) from webhook_deliveries busy
        where busy.lane = wish.lane and busy.status = 'waiting' and busy.next_attempt_at is null
        and busy.lease_until > ${now.toISOString()}
      )) as slots
      from json_to_recordset(${JSON.stringify(wishes.map((wish, place) => ({ ...wish, place })))}::json) as wish
      (lane text, place int, room int, "atOnce" int, kind text, "kindRoom" bigint, share text, "shareRoom" bigint)
    ), due as (
      select found.id, place, kind, "kindRoom", share, "shareRoom", row_number() over (partition by wish.lane
      order by found.next_attempt_at) as turn
      from wish cross join lateral (
        select id, next_attempt_at from webhook_deliveries waiting
        where waiting.lane = wish.lane and waiting.status = 'waiting'
        and waiting.next_attempt_at <= ${now.toISOString()}
        order by waiting.next_attempt_at
        limit greatest(0, slots)
        for update skip locked
      ) found
    ), within_share as (
      select * from (select *, row_number() over (partition by share order by turn, place) as number_of_share
      from due) numbered where number_of_share <= "shareRoom"
    ), within_kind as (
      select id, place, turn from (select *, row_number() over (partition by kind order by turn, place) as number
      from within_share) numbered where number <= "kindRoom"
    ), chosen as (
      select id from within_kind order by turn, place limit ${room}
    )
    update webhook_deliveries delivery set next_attempt_at = null, lease_until = ${leaseUntil.toISOString()}
    from chosen where delivery.id = chosen.id
    returning delivery.id, delivery.lane`)
  return [...rows]
}

/** Claimed delivery, with all data for its attempt. */
export interface ClaimedDelivery {
  readonly delivery: WebhookDeliveryRow
  readonly body: string
  /** The scan that the event is about. */
  readonly scanId: string | null
  readonly account: AccountRow
  /** Null for a delivery to the `webhook` of a submission. */
  readonly endpoint: SealedWebhookEndpointRow | null
}

export async function findClaimed(db: Database, ids: readonly string[]): Promise<ClaimedDelivery[]> {
  return db
    .select({
      delivery: webhookDeliveries,
      body: webhookEvents.body,
      scanId: webhookEvents.scanId,
      account: accounts,
      endpoint: webhookEndpoints,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .innerJoin(accounts, eq(accounts.id, webhookDeliveries.accountId))
    .leftJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(
      sql`${webhookDeliveries.id} in (select value::uuid from json_array_elements_text(${JSON.stringify(ids)}::json))`,
    )
}

/** Makes deliveries due again if their lease expired before an attempt was recorded. Returns their lanes. */
export async function releaseExpiredLeases(db: Database, now: Date): Promise<string[]> {
  const rows = await db.execute<{ lane: string }>(sql`
    update webhook_deliveries set next_attempt_at = ${now.toISOString()}, lease_until = null
    where status = 'waiting' and next_attempt_at is null
    and (lease_until <= ${now.toISOString()} or lease_until is null)
    returning lane`)
  return rows.map(({ lane }) => lane)
}

/**
 * Makes deliveries due now if their scheduled time is too far in the future, because the clock was set back. Otherwise
 * they would wait until the clock reaches that time. Affects first attempts of events dated in the future, and attempts
 * scheduled further ahead than any retry interval (`longestWaitMs`). Returns their lanes. Few rows in the indexes are
 * that far ahead.
 */
export async function releaseFutureDeliveries(db: Database, now: Date, maxWaitMs: number): Promise<string[]> {
  const ahead = new Date(now.getTime() + aheadMs).toISOString()
  const rows = await db.execute<{ lane: string }>(sql`
    update webhook_deliveries set next_attempt_at = ${now.toISOString()}
    where id in (
      select delivery.id from webhook_events event join webhook_deliveries delivery on delivery.event_id = event.id
      where event.created_at > ${ahead} and delivery.status = 'waiting' and delivery.step = 0
      and delivery.next_attempt_at > ${ahead}
      union all
      select id from webhook_deliveries where status = 'waiting'
      and next_attempt_at > ${new Date(now.getTime() + aheadMs + maxWaitMs).toISOString()})
    returning lane`)
  return rows.map(({ lane }) => lane)
}

/** Tolerated skew between synchronized clocks. */
const aheadMs = 2 * 60_000

/** Releases claimed deliveries whose attempt did not finish. */
export async function releaseLeases(
  db: Database,
  claims: readonly { readonly id: string; readonly leaseUntil: Date }[],
  now: Date,
): Promise<void> {
  await db.execute(sql`
    update webhook_deliveries delivery set next_attempt_at = ${now.toISOString()}, lease_until = null
    from json_to_recordset(${JSON.stringify(claims)}::json) as claim (id uuid, "leaseUntil" timestamptz)
    where delivery.id = claim.id and delivery.status = 'waiting' and delivery.next_attempt_at is null
    and delivery.lease_until = claim."leaseUntil"`)
}

/** Lists all lanes with due deliveries, in one index step per lane with waiting deliveries. */
export async function findDueDestinations(db: Database, now: Date): Promise<string[]> {
  const rows = await db.execute<{ lane: string }>(sql`
    with recursive first_of_lane as (
      (select lane, next_attempt_at from webhook_deliveries where status = 'waiting' order by lane, next_attempt_at
      limit 1)
      union all
      select next_lane.lane, next_lane.next_attempt_at
      from first_of_lane cross join lateral (
        select lane, next_attempt_at from webhook_deliveries waiting
        where waiting.status = 'waiting' and waiting.lane > first_of_lane.lane
        order by waiting.lane, waiting.next_attempt_at
        limit 1
      ) next_lane
    )
    select lane from first_of_lane where next_attempt_at <= ${now.toISOString()}`)
  return rows.map(({ lane }) => lane)
}
