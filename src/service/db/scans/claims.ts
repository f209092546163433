import type { ScansAtOnce } from '../../../settings/scans-at-once.ts'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { registryAccount } from '../../../engine/model/registry-account.ts'
import type { Database } from '../client.ts'
import { scans } from './schema.ts'
import { type ScanRow, startScan, unfinished } from './scans.ts'

/** Job input: the job's ticket. Jobs created by earlier versions, which had no tickets, name their scan instead. */
export interface ClaimingJob {
  readonly ticket: string
  readonly scanId?: string | undefined
}

/**
 * Starts the next scan and assigns it to the job's ticket. A retried job gets the scan of its earlier attempt. Returns
 * undefined if no scan is waiting, or if all waiting scans belong to accounts that already run the maximum number.
 * `onlyItsOwn` is true for a job's later attempts, which take no other scan if the job's own scan has ended: if a
 * worker was wrongly considered dead and completes the job, the other scan would be orphaned. Claims are serialized, so
 * that concurrent claims respect the limits.
 */
export async function claimScan(
  db: Database,
  job: ClaimingJob,
  { atOnce, now, onlyItsOwn = false }: { atOnce: ScansAtOnce; now: Date; onlyItsOwn?: boolean },
): Promise<ScanRow | undefined> {
  // Surplus tickets end here without the lock. An account at its limit can submit a thousand of them at once.
  if (!(await findClaimedScan(db, job)) && (onlyItsOwn || !(await mayAnyStart(db, atOnce)))) return undefined
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${claimLock})`)
    for (;;) {
      const scanId = (await findClaimedScan(tx, job)) ?? (onlyItsOwn ? undefined : await findFairestScan(tx, atOnce))
      if (scanId === undefined) return undefined
      const scan = await startScan(tx, scanId, now, job.ticket)
      // The scan was canceled between the two statements. Try the next one.
      if (scan) return scan
    }
  })
}

/** Advisory lock that serializes claims. */
const claimLock = 0x5343_414e

/** Returns the unfinished scan started by an earlier attempt of the job, or undefined if none exists. */
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

/** Reports whether any scan is waiting to start. */
export async function isScanWaiting(db: Database): Promise<boolean> {
  const [row] = await db
    .select({ id: scans.id })
    .from(scans)
    .where(sql`${scans.status} = 'pending'`)
    .orderBy(asc(scans.accountId))
    .limit(1)
  return row !== undefined
}

/** Counts the scans that are waiting to start, up to a limit. */
export async function countWaitingScans(db: Database, upTo: number): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from scans where status = 'pending' limit ${upTo}) waiting`,
  )
  return row?.count ?? 0
}

/**
 * Selects the account that starts the next scan: the one with the fewest running scans, then the one whose last start
 * is longest ago. Returns its oldest scan with the highest priority. Registry scans start only if no other scan waits.
 * The index `scans_waiting` skips from account to account, so a thousand waiting scans from one account cost as much as
 * one.
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

async function mayAnyStart(db: Database, atOnce: ScansAtOnce): Promise<boolean> {
  const rows = await db.execute(sql`with recursive ${eligibleAccounts(atOnce)} select 1 from eligible limit 1`)
  return rows.length > 0
}

/**
 * Selects the accounts that may start another scan, with their oldest waiting scan and their number of running scans.
 * If there are several slots, the registry leaves one free for the next submission.
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

/** Selects when an account last started a scan. Null if never. Reads one entry of the index `scans_started`. */
export function lastStartOf(accountId: SQL): SQL {
  return sql`(select max(latest.started_at) from scans latest
    where latest.account_id = ${accountId} and latest.started_at is not null)`
}
