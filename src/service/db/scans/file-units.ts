import { and, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { fileUnits } from './shared-results-schema.ts'

/** The encoded intermediate representation of a file, with the key of its content and audience. */
export interface FileUnitRow {
  readonly key: Buffer
  readonly unit: Buffer
}

/** The units of these keys. Marks them as used on this day, at most once a day. */
export async function findFileUnits(db: Database, keys: readonly Buffer[], today: string): Promise<FileUnitRow[]> {
  // A single array parameter, because a parameter list creates a new statement for each length.
  const wanted = sql`(select decode(hex, 'hex') from unnest(string_to_array(${keys
    .map((key) => key.toString('hex'))
    .join(',')}, ',')) as hex)`
  const rows = await db.select().from(fileUnits).where(inArray(fileUnits.key, wanted))
  const stale = rows.filter(({ usedOn }) => usedOn < today).map(({ key }) => key)
  if (stale.length > 0) {
    // Rows that another process is marking are skipped. Waiting for them in a different order would be a deadlock.
    const free = db
      .select({ key: fileUnits.key })
      .from(fileUnits)
      .where(and(inArray(fileUnits.key, stale), lt(fileUnits.usedOn, today)))
      .for('update', { skipLocked: true })
    await db.update(fileUnits).set({ usedOn: today }).where(inArray(fileUnits.key, free))
  }
  return rows
}

/** Stores units. If two scans store the same one, the first one stays; both are equal. */
export async function keepFileUnits(db: Database, rows: readonly FileUnitRow[], today: string): Promise<void> {
  if (rows.length === 0) return
  // Always in the same order, so that two processes that insert the same keys do not wait for each other.
  const ordered = [...rows].sort((a, b) => a.key.compare(b.key))
  await db
    .insert(fileUnits)
    .values(ordered.map(({ key, unit }) => ({ key, unit, usedOn: today })))
    .onConflictDoNothing()
}

/** Deletes units that were not used since this day, `YYYY-MM-DD`. */
export async function removeUnusedFileUnits(db: Database, before: string): Promise<void> {
  await db.delete(fileUnits).where(lt(fileUnits.usedOn, before))
}

/** Deletes all units with a key from the prefix up to `end`. */
export async function removeFileUnitsBetween(
  db: Database,
  { start, end }: { start: Buffer; end: Buffer },
): Promise<void> {
  await db.delete(fileUnits).where(and(gte(fileUnits.key, start), lt(fileUnits.key, end)))
}
