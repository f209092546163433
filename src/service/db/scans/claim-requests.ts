import { and, eq, lt, ne, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { scanClaims } from './schema.ts'

/**
 * Workers that need a scan while another worker starts scans. They store a request, and the next worker that starts
 * scans also starts one for each request.
 */

/** Answer to a ticket. The scan is undefined if no scan may start. */
export interface ClaimAnswer {
  readonly scanId: string | undefined
}

/** Advisory lock of the worker that starts scans. Earlier versions take it for each claim. */
const startLock = 0x5343_414e

/** Advisory lock for which workers with a request wait. Only the holder of `startLock` takes it exclusively. */
const answerLock = 0x5343_414f

/** Maximum number of requests to answer in one transaction. */
const maxRequests = 500

/**
 * Time for which a request is valid. The job of an older request may be at a later attempt, because a failed job is
 * retried after a second. A worker of an earlier version does not withdraw the request then.
 */
const requestMs = 1_000

/**
 * Makes the planner use the indexes that have the order of a query, until the transaction ends. If the statistics are
 * from a time when no scan was waiting, the planner would otherwise read and sort all waiting scans of an account.
 */
const withoutSorts = sql`set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true)`

/**
 * Tries to become the only worker that starts scans until the transaction ends. With `waits`, waits until that is
 * possible.
 */
export async function lockStarts(tx: Database, { waits }: { waits: boolean }): Promise<boolean> {
  const lock = waits
    ? sql`pg_advisory_xact_lock(${startLock}) is not null`
    : sql`pg_try_advisory_xact_lock(${startLock})`
  const [row] = await tx.execute<{ locked: boolean }>(
    sql`select case when ${lock} then pg_advisory_xact_lock(${answerLock}) is not null else false end as locked,
      ${withoutSorts}`,
  )
  return row?.locked === true
}

/** Waits while a worker starts scans. */
export async function awaitAnswers(db: Database): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${answerLock})`)
}

/** Stores a ticket's request. */
export async function addRequest(db: Database, ticket: string): Promise<void> {
  await db
    .insert(scanClaims)
    .values({ ticket, requestedAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({ target: scanClaims.ticket, set: { requestedAt: sql`clock_timestamp()` } })
}

/** Makes a stored request valid again. Returns false if it was withdrawn. */
export async function renewRequest(db: Database, ticket: string): Promise<boolean> {
  const rows = await db
    .update(scanClaims)
    .set({ requestedAt: sql`clock_timestamp()` })
    .where(eq(scanClaims.ticket, ticket))
    .returning({ ticket: scanClaims.ticket })
  return rows.length > 0
}

/** Removes a request and returns its answer. Undefined if it has no answer yet, or was withdrawn. */
export async function takeAnswer(db: Database, ticket: string): Promise<ClaimAnswer | undefined> {
  const [row] = await db
    .delete(scanClaims)
    .where(and(eq(scanClaims.ticket, ticket), eq(scanClaims.isAnswered, true)))
    .returning({ scanId: scanClaims.scanId })
  return row && { scanId: row.scanId ?? undefined }
}

/** Removes a ticket's request, so that no scan is started for it after that. Returns false if there was none. */
export async function withdrawRequest(db: Database, ticket: string): Promise<boolean> {
  const rows = await db.delete(scanClaims).where(eq(scanClaims.ticket, ticket)).returning({ ticket: scanClaims.ticket })
  return rows.length > 0
}

/** Locks the valid requests of other tickets that have no answer yet, and returns their tickets. */
export async function lockRequests(tx: Database, ticket: string): Promise<string[]> {
  const rows = await tx
    .select({ ticket: scanClaims.ticket })
    .from(scanClaims)
    .where(
      and(
        eq(scanClaims.isAnswered, false),
        ne(scanClaims.ticket, ticket),
        // No index can be used for a comparison with `clock_timestamp`, which is volatile.
        sql`${scanClaims.requestedAt} > statement_timestamp() - ${requestMs} * interval '1 millisecond'`,
      ),
    )
    .orderBy(scanClaims.requestedAt)
    .limit(maxRequests)
    .for('update', { skipLocked: true })
  return rows.map(({ ticket }) => ticket)
}

/** Answers requests. */
export async function answerRequests(
  tx: Database,
  answers: readonly (ClaimAnswer & { readonly ticket: string })[],
): Promise<void> {
  if (answers.length === 0) return
  await tx.execute(sql`
    update scan_claims set is_answered = true, scan_id = answers.scan_id
    from unnest(${sql.param(answers.map(({ ticket }) => ticket))}::uuid[],
      ${sql.param(answers.map(({ scanId }) => scanId ?? null))}::text[]) answers (ticket, scan_id)
    where scan_claims.ticket = answers.ticket`)
}

/** Deletes requests of workers that died, if no later attempt has withdrawn them. */
export async function removeOldRequests(db: Database, before: Date): Promise<void> {
  await db.delete(scanClaims).where(lt(scanClaims.requestedAt, before))
}
