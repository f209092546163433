import { and, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { fileUnits } from './shared-results-schema.ts'

/** A file's encoded intermediate representation. The key is a hash of its content and audience. */
export interface FileUnitRow {
  readonly key: Buffer
  readonly unit: Buffer
}

/** Returns the IR for these keys, and marks it as used on this day. Each row is marked at most once a day. */
export async function findFileUnits(db: Database, keys: readonly Buffer[], today: string): Promise<FileUnitRow[]> {
  // A single array parameter, because a parameter list creates a different statement for each length.
  const wanted = sql`(select decode(hex, 'hex') from unnest(string_to_array(${keys
    .map((key) => key.toString('hex'))
    .join(',')}, ',')) as hex)`
  const rows = await db.select().from(fileUnits).where(inArray(fileUnits.key, wanted))
  const stale = rows.filter(({ usedOn }) => usedOn < today).map(({ key }) => key)
  if (stale.length > 0) {
    // Skips rows that another process is marking. Waiting for them could cause a deadlock.
    const free = db
      .select({ key: fileUnits.key })
      .from(fileUnits)
      .where(and(inArray(fileUnits.key, stale), lt(fileUnits.usedOn, today)))
      .for('update', { skipLocked: true })
    await db.update(fileUnits).set({ usedOn: today }).where(inArray(fileUnits.key, free))
  }
  return rows
}

/** Stores the IR of files. If two scans store the same file, the first row stays; both are equal. */
export async function keepFileUnits(db: Database, rows: readonly FileUnitRow[], today: string): Promise<void> {
  if (rows.length === 0) return
  // The fixed order prevents deadlocks between processes that insert the same keys.
  const ordered = [...rows].sort((a, b) => a.key.compare(b.key))
  await db
    .insert(fileUnits)
    .values(ordered.map(({ key, unit }) => ({ key, unit, usedOn: today })))
    .onConflictDoNothing()
}

/** Deletes IR rows that were last used before this day, `YYYY-MM-DD`. */
export async function removeUnusedFileUnits(db: Database, before: string): Promise<void> {
  await db.delete(fileUnits).where(lt(fileUnits.usedOn, before))
}

/** Deletes all IR rows whose key is in the range from the prefix to `end`. */
export async function removeFileUnitsBetween(
  db: Database,
  { start, end }: { start: Buffer; end: Buffer },
): Promise<void> {
  await db.delete(fileUnits).where(and(gte(fileUnits.key, start), lt(fileUnits.key, end)))
}
