import type { ScansAtOnce } from '../../../settings/scans-at-once.ts'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { registryAccount } from '../../../engine/model/registry-account.ts'
import type { Database } from '../client.ts'
import { scans } from './schema.ts'
import { type ScanRow, startScan, unfinished } from './scans.ts'

/** What a job comes with: its ticket, and the scan that it names when it was made by a version before tickets. */
export interface ClaimingJob {
  readonly ticket: string
  readonly scanId?: string | undefined
}

/**
 * Starts the scan whose turn it is and ties it to the job's ticket; a job that is tried again gets the scan that it
 * had. Undefined when no scan waits, or all that wait are of accounts that have as many running as they may.
 * `onlyItsOwn` is for later attempts of a job: one that has ended its scan already takes no other, which would be
 * nobody's if a worker that was taken for dead settled the job. Claims stand in one line, so that two at the same
 * moment keep the limits too.
 */
export async function claimScan(
  db: Database,
  job: ClaimingJob,
  { atOnce, now, onlyItsOwn = false }: { atOnce: ScansAtOnce; now: Date; onlyItsOwn?: boolean },
): Promise<ScanRow | undefined> {
  // Tickets that nobody needs end here, without standing in line: a thousand of an account at its limit come together.
  if (!(await findClaimedScan(db, job)) && (onlyItsOwn || !(await mayAnyStart(db, atOnce)))) return undefined
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${claimLock})`)
    for (;;) {
      const scanId = (await findClaimedScan(tx, job)) ?? (onlyItsOwn ? undefined : await findFairestScan(tx, atOnce))
      if (scanId === undefined) return undefined
      const scan = await startScan(tx, scanId, now, job.ticket)
      // It was cancelled between the two statements: the next one has its turn.
      if (scan) return scan
    }
  })
}

/** Names the line of claims among the advisory locks of the database. */
const claimLock = 0x5343_414e

/** The unfinished scan that an earlier attempt of the job has started; undefined when there is none. */
export async function findClaimedScan(db: Database, { ticket, scanId }: ClaimingJob): Promise<string | undefined> {
  const [row] = await db
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.ticket, ticket), unfinished))
    .limit(1)
  if (row || scanId === undefined) return row?.id
  const [named] = await db
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.id, scanId), eq(scans.status, 'scanning'), isNull(scans.ticket)))
  return named?.id
}

/** Whether any scan waits for its start. */
export async function isScanWaiting(db: Database): Promise<boolean> {
  const [row] = await db
    .select({ id: scans.id })
    .from(scans)
    .where(sql`${scans.status} = 'pending'`)
    .orderBy(asc(scans.accountId))
    .limit(1)
  return row !== undefined
}

/** How many scans wait for their start, counted up to so many. */
export async function countWaitingScans(db: Database, upTo: number): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from scans where status = 'pending' limit ${upTo}) waiting`,
  )
  return row?.count ?? 0
}

/**
 * Among the accounts that may start another scan the one with the fewest running, then the one whose last
 * start is longest ago; of that account the oldest of its highest priority. The registry's own have their turn when
 * nobody else's waits. Accounts are hopped through by the index
 * `scans_waiting`, so a thousand waiting scans of one account cost what one does.
 */
async function findFairestScan(db: Database, atOnce: ScansAtOnce): Promise<string | undefined> {
  const [row] = await db.execute<{ id: string }>(sql`
    with recursive ${eligibleAccounts(atOnce)},
    fewest as (select account_id, created_at from eligible where running = (select min(running) from eligible)),
    chosen as (
      select account_id from fewest
      order by ${lastStartOf(sql`fewest.account_id`)} nulls first, created_at, account_id limit 1
    )
    select id from scans, chosen where status = 'pending' and scans.account_id = chosen.account_id
    order by scans.priority desc, scans.created_at, scans.id limit 1`)
  return row?.id
}

/** Whether any scan may start at this moment. */
async function mayAnyStart(db: Database, atOnce: ScansAtOnce): Promise<boolean> {
  const rows = await db.execute(sql`with recursive ${eligibleAccounts(atOnce)} select 1 from eligible limit 1`)
  return rows.length > 0
}

/**
 * Accounts that may start another scan, with their oldest that waits and how many they have running. Of several slots
 * the registry leaves one free, for whoever comes next.
 */
function eligibleAccounts({ ofAll, ofAccount, besideRegistry = 1 }: ScansAtOnce): SQL {
  const roomOfRegistry = Math.max(1, Math.min(besideRegistry, ofAll - 1))
  return sql`
    waiting as (
      (select account_id, created_at from scans where status = 'pending' order by account_id, created_at limit 1)
      union all
      select next.account_id, next.created_at from waiting cross join lateral (
        select account_id, created_at from scans where status = 'pending' and account_id > waiting.account_id
        order by account_id, created_at limit 1
      ) next
    ),
    running as (select account_id, count(*)::int as scans from scans where status = 'scanning' group by account_id),
    eligible as (
      select waiting.account_id, waiting.created_at, coalesce(running.scans, 0) as running
      from waiting left join running using (account_id)
      where case waiting.account_id when ${registryAccount.id}
        then (select coalesce(sum(scans), 0) from running) < ${roomOfRegistry} and (select count(*) from waiting) = 1
        else coalesce(running.scans, 0) < ${ofAccount} and (select coalesce(sum(scans), 0) from running) < ${ofAll} end
    )`
}

/**
 * When an account last started a scan; null: never. Of the newest 2,000 it has started at least half, or all that it
 * did: 1,000 may wait.
 */
export function lastStartOf(accountId: SQL): SQL {
  return sql`(select max(started_at) from (select latest.started_at from scans latest
    where latest.account_id = ${accountId} order by latest.created_at desc limit 2000) latest)`
}
