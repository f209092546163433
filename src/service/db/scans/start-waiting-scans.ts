import { type SQL, sql } from 'drizzle-orm'
import { registryAccount } from '../../../engine/model/registry-account.ts'
import type { ScansAtOnce } from '../../../settings/scans-at-once.ts'
import type { Database } from '../client.ts'

/** Scans that were started for tickets. */
export interface StartedScans {
  /** Started scans by ticket. */
  readonly scanIds: ReadonlyMap<string, string>
  /** True if no further scan may start. False if a scan that may start is locked by another transaction. */
  readonly isComplete: boolean
}

/**
 * Starts the next scans for tickets, at most one for each. The result is the same as if the tickets claimed scans one
 * after the other. The caller's transaction must exclude all other starts.
 */
export async function startWaitingScans(
  tx: Database,
  tickets: readonly string[],
  { atOnce, now }: { atOnce: ScansAtOnce; now: Date },
): Promise<StartedScans> {
  const started = await startScans(tx, tickets, nextScans(atOnce, tickets.length), now)
  const left = tickets.filter((ticket) => !started.scanIds.has(ticket))
  if (!started.isComplete || left.length === 0) return started
  const ofRegistry = await startScans(tx, left, nextRegistryScans(atOnce, left.length), now)
  return {
    scanIds: new Map([...started.scanIds, ...ofRegistry.scanIds]),
    isComplete: ofRegistry.isComplete,
  }
}

/**
 * Starts scans. `next` selects them with their places, starting at 1. A scan that is being canceled is skipped, because
 * waiting for several rows could cause a deadlock. The planner cannot use the indexes of waiting scans for `is not
 * distinct from`. With old statistics, it would read such an index completely for each scan.
 */
async function startScans(tx: Database, tickets: readonly string[], next: SQL, now: Date): Promise<StartedScans> {
  const rows = await tx.execute<{ id: string; ticket: string | null }>(sql`
    with recursive ${next},
    free as (
      select scans.id, chosen.place from chosen join scans on scans.id = chosen.id
      where scans.status is not distinct from 'pending' for no key update of scans skip locked
    ),
    started as (
      update scans set status = 'scanning', stage = 'source', percent = 0, attempts = attempts + 1,
        started_at = ${now.toISOString()}::timestamptz, ticket = tickets.ticket
      from free join unnest(${sql.param([...tickets])}::uuid[]) with ordinality tickets (ticket, place) using (place)
      where scans.id = free.id and scans.status is not distinct from 'pending' returning scans.id, scans.ticket
    )
    select chosen.id, started.ticket from chosen left join started using (id)`)
  const scanIds = new Map(rows.flatMap(({ id, ticket }) => (ticket === null ? [] : [[ticket, id] as const])))
  return { scanIds, isComplete: scanIds.size === rows.length }
}

/**
 * Selects the next scans, except those of the registry. Each start goes to the account with the fewest running scans,
 * then to the one whose last start is longest ago. A scan's round is the number of its account's scans that run or
 * start before it. Scans start in the order of their rounds. Within a round, accounts that have waited since before
 * this batch come first.
 *
 * The work does not depend on the number of waiting scans: the index `scans_waiting` skips from account to account, and
 * the index `scans_next_of_account` contains each account's scans in the order of their starts.
 */
function nextScans({ ofAll, ofAccount }: ScansAtOnce, tickets: number): SQL {
  return sql`
    running as (select account_id, count(*)::int as scans from scans where status = 'scanning' group by account_id),
    slots as (select greatest(0, least(${tickets}, ${ofAll} - coalesce(sum(scans), 0)))::int as free from running),
    waiting as (
      (select account_id, created_at from scans where status = 'pending' and (select free from slots) > 0
        order by account_id, created_at limit 1)
      union all
      select next.account_id, next.created_at from waiting cross join lateral (
        select account_id, created_at from scans where status = 'pending' and account_id > waiting.account_id
        order by account_id, created_at limit 1
      ) next
    ),
    eligible as (
      select account_id, created_at, coalesce(running.scans, 0) as running
      from waiting left join running using (account_id)
      where account_id <> ${registryAccount.id} and coalesce(running.scans, 0) < ${ofAccount}
    ),
    least_running as (
      select * from eligible where running <= (select max(running) from (
        select running from eligible order by running limit (select free from slots)
      ) nearest)
    ),
    accounts as (
      select account_id, created_at, running, ${lastStartOf(sql`least_running.account_id`)} as last_start
      from least_running order by running, last_start nulls first, created_at, account_id
      limit (select free from slots)
    ),
    chosen as (
      select scan.id, row_number() over (
        order by running + nth, nth, last_start nulls first, accounts.created_at, account_id
      ) as place
      from accounts cross join lateral (
        select id, row_number() over (order by priority desc nulls last, created_at, id) as nth from (
          select id, priority, created_at from scans where status = 'pending' and account_id = accounts.account_id
          order by priority desc nulls last, created_at, id
          limit least(${ofAccount} - accounts.running, (select free from slots))
        ) first
      ) scan
      order by place limit (select free from slots)
    )`
}

/**
 * Selects the registry's next scans. They start only if no other scan is waiting. If there are several slots, the
 * registry leaves one free for the next submission.
 */
function nextRegistryScans({ ofAll, besideRegistry = 1 }: ScansAtOnce, tickets: number): SQL {
  const slots = Math.max(1, Math.min(besideRegistry, ofAll - 1))
  return sql`
    running as (select count(*)::int as scans from scans where status = 'scanning'),
    chosen as (
      select id, row_number() over (order by priority desc nulls last, created_at, id) as place from (
        select id, priority, created_at from scans where status = 'pending' and account_id = ${registryAccount.id}
        and not exists (select 1 from scans where status = 'pending' and account_id < ${registryAccount.id})
        and not exists (select 1 from scans where status = 'pending' and account_id > ${registryAccount.id})
        order by priority desc nulls last, created_at, id
        limit (select greatest(0, least(${tickets}, ${slots} - scans)) from running)
      ) first
    )`
}

/** Selects when an account last started a scan. Null if never. Reads one entry of the index `scans_started`. */
export function lastStartOf(accountId: SQL): SQL {
  return sql`(select max(latest.started_at) from scans latest
    where latest.account_id = ${accountId} and latest.started_at is not null)`
}
