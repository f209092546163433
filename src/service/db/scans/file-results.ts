import { and, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { fileResults } from './shared-results-schema.ts'
import { storableDocument } from '../storable-document.ts'

/** Result for one file. The key is a hash of its content and audience. */
export interface FileResultRow {
  readonly key: Buffer
  readonly result: unknown
}

/**
 * Returns the results for these keys, and marks them as used on this day. Each is marked at most once a day. Without a
 * day, changes nothing.
 */
export async function findFileResults(db: Database, keys: readonly Buffer[], today?: string): Promise<FileResultRow[]> {
  // A single array parameter, because a parameter list creates a different statement for each length.
  const wanted = sql`(select decode(hex, 'hex') from unnest(string_to_array(${keys
    .map((key) => key.toString('hex'))
    .join(',')}, ',')) as hex)`
  const rows = await db.select().from(fileResults).where(inArray(fileResults.key, wanted))
  if (today === undefined) return rows
  const stale = rows.filter(({ usedOn }) => usedOn < today).map(({ key }) => key)
  if (stale.length > 0) {
    // Skips rows that another process is marking. Waiting for them could cause a deadlock.
    const free = db
      .select({ key: fileResults.key })
      .from(fileResults)
      .where(and(inArray(fileResults.key, stale), lt(fileResults.usedOn, today)))
      .for('update', { skipLocked: true })
    await db.update(fileResults).set({ usedOn: today }).where(inArray(fileResults.key, free))
  }
  return rows
}

/** Stores results. If two scans store the same result, the first row stays; both are equal. */
export async function keepFileResults(db: Database, rows: readonly FileResultRow[], today: string): Promise<void> {
  if (rows.length === 0) return
  // The fixed order prevents deadlocks between processes that insert the same keys.
  const ordered = [...rows].sort((a, b) => a.key.compare(b.key))
  await db
    .insert(fileResults)
    .values(ordered.map(({ key, result }) => ({ key, result: storableDocument(result), usedOn: today })))
    .onConflictDoNothing()
}

/** Deletes results that were last used before this day, `YYYY-MM-DD`. */
export async function removeUnusedFileResults(db: Database, before: string): Promise<void> {
  await db.delete(fileResults).where(lt(fileResults.usedOn, before))
}

/** Deletes all results whose key is in the range from the prefix to `end`. */
export async function removeFileResultsBetween(
  db: Database,
  { start, end }: { start: Buffer; end: Buffer },
): Promise<void> {
  await db.delete(fileResults).where(and(gte(fileResults.key, start), lt(fileResults.key, end)))
}
