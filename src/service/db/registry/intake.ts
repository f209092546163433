import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registryIntake } from './publications-schema.ts'
import { scans } from '../scans/schema.ts'

export type IntakeRow = typeof registryIntake.$inferSelect

/** Registry scan request. Omitted fields get their defaults. */
export type NewIntake = Pick<
  typeof registryIntake.$inferInsert,
  'id' | 'origin' | 'target' | 'url' | 'key' | 'priority' | 'dueAt'
>

/** Rows per statement. A row has seven values, and a statement can have 65,535. */
const rowsOfStatement = 1_000

/**
 * Adds scan requests that do not exist yet. Returns the number of new ones. If `again` is true, abandoned requests are
 * retried and count as new.
 */
export async function addIntake(
  db: Database,
  entries: readonly NewIntake[],
  { again = false }: { again?: boolean } = {},
): Promise<number> {
  let added = 0
  for (let start = 0; start < entries.length; start += rowsOfStatement) {
    // A statement cannot update the same row twice.
    const rows = [...new Map(entries.slice(start, start + rowsOfStatement).map((entry) => [entry.key, entry])).values()]
    const insert = db.insert(registryIntake).values(rows)
    const written = again
      ? insert.onConflictDoUpdate({
          target: registryIntake.key,
          set: { state: 'waiting', attempts: 0, lastError: null, scanId: null, dueAt: sql`excluded.due_at` },
          setWhere: eq(registryIntake.state, 'failed'),
        })
      : insert.onConflictDoNothing({ target: registryIntake.key })
    added += (await written.returning({ id: registryIntake.id })).length
  }
  return added
}

/** Returns due requests, by priority and then by time, and locks them until the transaction ends. */
export async function lockDueIntake(tx: Database, { now, limit }: { now: Date; limit: number }): Promise<IntakeRow[]> {
  return tx
    .select()
    .from(registryIntake)
    .where(and(eq(registryIntake.state, 'waiting'), lte(registryIntake.dueAt, now)))
    .orderBy(desc(registryIntake.priority), asc(registryIntake.dueAt), asc(registryIntake.id))
    .limit(limit)
    .for('update', { skipLocked: true })
}

/** Changes to a scan request. */
export type IntakeChange = Partial<Pick<IntakeRow, 'state' | 'dueAt' | 'attempts' | 'scanId' | 'lastError'>>

export async function updateIntake(tx: Database, id: string, change: IntakeChange): Promise<void> {
  await tx.update(registryIntake).set(change).where(eq(registryIntake.id, id))
}

/** Submitted scan request whose scan has ended. `status` is null if the scan was removed since. */
export interface EndedIntake {
  readonly id: string
  readonly attempts: number
  readonly status: 'completed' | 'failed' | null
  readonly errorCode: string | null
  readonly errorMessage: string | null
}

/** Returns submitted requests whose scan has ended, and locks them. */
export async function lockEndedIntake(tx: Database, limit: number): Promise<EndedIntake[]> {
  const rows = await tx
    .select({
      id: registryIntake.id,
      attempts: registryIntake.attempts,
      status: scans.status,
      errorCode: scans.errorCode,
      errorMessage: scans.errorMessage,
    })
    .from(registryIntake)
    .leftJoin(scans, eq(scans.id, registryIntake.scanId))
    .where(
      and(
        eq(registryIntake.state, 'submitted'),
        isNotNull(registryIntake.scanId),
        or(isNull(scans.id), inArray(scans.status, ['completed', 'failed'])),
      ),
    )
    .limit(limit)
    .for('update', { of: registryIntake, skipLocked: true })
  return rows.map(({ status, ...row }) => ({
    ...row,
    status: status === 'completed' || status === 'failed' ? status : null,
  }))
}

export async function countIntake(db: Database): Promise<Readonly<Record<IntakeRow['state'], number>>> {
  const rows = await db
    .select({ state: registryIntake.state, count: count() })
    .from(registryIntake)
    .groupBy(registryIntake.state)
  const counts = { waiting: 0, submitted: 0, done: 0, failed: 0 }
  for (const row of rows) counts[row.state] = row.count
  return counts
}

/** Lists abandoned requests, newest first. */
export async function listFailedIntake(
  db: Database,
  limit: number,
): Promise<Pick<IntakeRow, 'url' | 'lastError' | 'attempts' | 'origin'>[]> {
  const { url, lastError, attempts, origin } = registryIntake
  return db
    .select({ url, lastError, attempts, origin })
    .from(registryIntake)
    .where(eq(registryIntake.state, 'failed'))
    .orderBy(desc(registryIntake.dueAt), asc(registryIntake.id))
    .limit(limit)
}
