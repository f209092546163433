import { and, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { fileResults } from './shared-results-schema.ts'
import { storableDocument } from '../storable-document.ts'

/** The result of one file, with the key of its content and audience. */
export interface FileResultRow {
  readonly key: Buffer
  readonly result: unknown
}

/** The results of these keys. Marks them as used on this day, at most once a day. */
export async function findFileResults(db: Database, keys: readonly Buffer[], today: string): Promise<FileResultRow[]> {
  // A single array parameter, because a parameter list creates a new statement for each length.
  const wanted = sql`(select decode(hex, 'hex') from unnest(string_to_array(${keys
    .map((key) => key.toString('hex'))
    .join(',')}, ',')) as hex)`
  const rows = await db.select().from(fileResults).where(inArray(fileResults.key, wanted))
  const stale = rows.filter(({ usedOn }) => usedOn < today).map(({ key }) => key)
  if (stale.length > 0) {
    // Rows that another process is marking are skipped. Waiting for them in a different order would be a deadlock.
    const free = db
      .select({ key: fileResults.key })
      .from(fileResults)
      .where(and(inArray(fileResults.key, stale), lt(fileResults.usedOn, today)))
      .for('update', { skipLocked: true })
    await db.update(fileResults).set({ usedOn: today }).where(inArray(fileResults.key, free))
  }
  return rows
}

/** Stores results. If two scans store the same one, the first one stays; both are equal. */
export async function keepFileResults(db: Database, rows: readonly FileResultRow[], today: string): Promise<void> {
  if (rows.length === 0) return
  // Always in the same order, so that two processes that insert the same keys do not wait for each other.
  const ordered = [...rows].sort((a, b) => a.key.compare(b.key))
  await db
    .insert(fileResults)
    .values(ordered.map(({ key, result }) => ({ key, result: storableDocument(result), usedOn: today })))
    .onConflictDoNothing()
}

/** Deletes results that were not used since this day, `YYYY-MM-DD`. */
export async function removeUnusedFileResults(db: Database, before: string): Promise<void> {
  await db.delete(fileResults).where(lt(fileResults.usedOn, before))
}

/** Deletes all results with a key from the prefix up to `end`. */
export async function removeFileResultsBetween(
  db: Database,
  { start, end }: { start: Buffer; end: Buffer },
): Promise<void> {
  await db.delete(fileResults).where(and(gte(fileResults.key, start), lt(fileResults.key, end)))
}
