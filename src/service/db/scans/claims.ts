import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { ScansAtOnce } from '../../../settings/scans-at-once.ts'
import type { Database } from '../client.ts'
import { preparedQuery } from '../prepared-query.ts'
import {
  addRequest,
  answerRequests,
  awaitAnswers,
  type ClaimAnswer,
  lockRequests,
  lockStarts,
  renewRequest,
  takeAnswer,
  withdrawRequest,
} from './claim-requests.ts'
import { scans } from './schema.ts'
import { type ScanRow, startScan, unfinished } from './scans.ts'
import { startWaitingScans } from './start-waiting-scans.ts'

/** Job input: the job's ticket. Jobs created by earlier versions, which had no tickets, name their scan instead. */
export interface ClaimingJob {
  readonly ticket: string
  readonly scanId?: string | undefined
}

/**
 * Number of rounds in which a worker does not wait for the lock. After that, it does, because workers of earlier
 * versions, which may hold the lock all the time, do not answer its request.
 */
const maxHastyRounds = 4

/** Pause before the third round. */
const pauseMs = 10

/** Longest pause. The next scan can be locked for long, for example while its account is being deleted. */
const maxPauseMs = 500

/** Pauses before the third round and each later one. The pauses grow after rounds in which the worker had the lock. */
const pauseBefore = (round: number) =>
  round < 2 ? undefined : pause(Math.min(maxPauseMs, pauseMs * 2 ** Math.max(0, round - maxHastyRounds)))

/**
 * Starts the next scan and assigns it to the job's ticket. A retried job gets the scan of its earlier attempt. Returns
 * undefined if no scan is waiting, or if all waiting scans belong to accounts that already run the maximum number.
 * `onlyItsOwn` is true for a job's later attempts, which take no other scan if the job's own scan has ended: if a
 * worker was wrongly considered dead and completes the job, the other scan would be orphaned.
 *
 * Claims are made in batches. The worker that gets a lock, without waiting for it, starts scans for its own ticket and
 * for the tickets of all workers that did not get the lock. These workers store a request, and wait until the batch is
 * committed. This keeps the following invariants:
 *
 * - Limits: only the holder of the lock starts scans, and it counts the running ones after it got the lock. Earlier
 *   versions, which can run at the same time during an upgrade, take the same lock for each claim.
 * - Order: a batch starts the same scans as if its tickets claimed them one after the other.
 * - Tickets: a request is answered in the transaction that starts its scan. If a worker dies before it reads the
 *   answer, its job is retried and finds the scan by ticket. A retried job withdraws its request first, so that no scan
 *   is started for a job that has ended.
 * - Locks last until the end of a transaction, so a connection pooler in transaction mode can be used.
 */
export async function claimScan(
  db: Database,
  job: ClaimingJob,
  { atOnce, now, onlyItsOwn = false }: { atOnce: ScansAtOnce; now: Date; onlyItsOwn?: boolean },
): Promise<ScanRow | undefined> {
  const earlier = onlyItsOwn ? await findScanOfRetry(db, job) : await findClaimedScan(db, job)
  const restarted = earlier === undefined ? undefined : await startScan(db, earlier, now, job.ticket)
  if (restarted || onlyItsOwn) return restarted
  let isRequested = false
  for (let round = 0; ; round += 1) {
    await pauseBefore(round)
    const step = await startOrRequest(db, job.ticket, { atOnce, now, isRequested, waits: round >= maxHastyRounds })
    if (step === 'requested') await awaitAnswers(db)
    const answer = typeof step === 'string' ? await takeAnswer(db, job.ticket) : step
    isRequested = step === 'requested' && !answer
    if (!answer) continue
    if (answer.scanId === undefined) return undefined
    const scan = await findScanOfTicket(db, answer.scanId, job.ticket)
    // The scan was canceled since. Try the next one.
    if (scan) return scan
  }
}

/**
 * Starts scans for the ticket and all requests, and returns the ticket's answer. If another worker starts scans, or the
 * next scan is locked, stores a request instead.
 */
async function startOrRequest(
  db: Database,
  ticket: string,
  { atOnce, now, isRequested, waits }: { atOnce: ScansAtOnce; now: Date; isRequested: boolean; waits: boolean },
): Promise<ClaimAnswer | 'requested'> {
  return db.transaction(async (tx) => {
    if (!(await lockStarts(tx, { waits }))) {
      if (!isRequested) await addRequest(tx, ticket)
      else if (!(await renewRequest(tx, ticket))) throw new RequestGoneError()
      return 'requested'
    }
    if (isRequested) {
      const answer = await takeAnswer(tx, ticket)
      if (answer) return answer
      if (!(await withdrawRequest(tx, ticket))) throw new RequestGoneError()
    }
    const others = await lockRequests(tx, ticket)
    const { scanIds, isComplete } = await startWaitingScans(tx, [ticket, ...others], { atOnce, now })
    const answered = isComplete ? others : others.filter((other) => scanIds.has(other))
    await answerRequests(
      tx,
      answered.map((other) => ({ ticket: other, scanId: scanIds.get(other) })),
    )
    if (isComplete || scanIds.has(ticket)) return { scanId: scanIds.get(ticket) }
    await addRequest(tx, ticket)
    return 'requested'
  })
}

/**
 * Thrown if a stored request no longer exists. Either a later attempt of the job has withdrawn it. The queue then
 * ignores the failure of this attempt. Or the database crashed, which empties the table, and a connection pooler hid
 * the crash. A scan may have been started for the request, so the job must be retried.
 */
class RequestGoneError extends Error {
  override readonly name = 'RequestGoneError'

  constructor() {
    super('The request for a scan was withdrawn, or was lost in a crash of the database.')
  }
}

/** Returns the scan that was started for a ticket, or undefined if it has ended since. */
async function findScanOfTicket(db: Database, scanId: string, ticket: string): Promise<ScanRow | undefined> {
  const [row] = await scanOfTicket(db).execute({ scanId, ticket })
  return row
}

const scanOfTicket = preparedQuery((db) =>
  db
    .select()
    .from(scans)
    .where(and(eq(scans.id, sql.placeholder('scanId')), eq(scans.ticket, sql.placeholder('ticket')), unfinished))
    .prepare('scan_of_ticket'),
)

/**
 * Withdraws the request of a job's earlier attempt. Returns the unfinished scan that this attempt started, or undefined
 * if none exists.
 */
export async function findScanOfRetry(db: Database, job: ClaimingJob): Promise<string | undefined> {
  await withdrawRequest(db, job.ticket)
  return findClaimedScan(db, job)
}

/** Returns the unfinished scan started by an earlier attempt of the job, or undefined if none exists. */
async function findClaimedScan(db: Database, { ticket, scanId }: ClaimingJob): Promise<string | undefined> {
  const [row] = await unfinishedOfTicket(db).execute({ ticket })
  if (row || scanId === undefined) return row?.id
  const [named] = await db
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.id, scanId), eq(scans.status, 'scanning'), isNull(scans.ticket)))
  return named?.id
}

const unfinishedOfTicket = preparedQuery((db) =>
  db
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.ticket, sql.placeholder('ticket')), unfinished))
    .limit(1)
    .prepare('unfinished_scan_of_ticket'),
)

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
