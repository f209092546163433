import { and, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { fileUnits } from './shared-results-schema.ts'

/** A file in the intermediate form, encoded, under the key that stands for its content and for who may be given it. */
export interface FileUnitRow {
  readonly key: Buffer
  readonly unit: Buffer
}

/** Units of those of the keys that have one. They count as used on this day, written at most once a day. */
export async function findFileUnits(db: Database, keys: readonly Buffer[], today: string): Promise<FileUnitRow[]> {
  // One parameter for all: a list of parameters makes a statement of its own for each count.
  const wanted = sql`(select decode(hex, 'hex') from unnest(string_to_array(${keys
    .map((key) => key.toString('hex'))
    .join(',')}, ',')) as hex)`
  const rows = await db.select().from(fileUnits).where(inArray(fileUnits.key, wanted))
  const stale = rows.filter(({ usedOn }) => usedOn < today).map(({ key }) => key)
  if (stale.length > 0) {
    // What another process is marking need not be marked again, and waiting for it in another order would be a
    // deadlock.
    const free = db
      .select({ key: fileUnits.key })
      .from(fileUnits)
      .where(and(inArray(fileUnits.key, stale), lt(fileUnits.usedOn, today)))
      .for('update', { skipLocked: true })
    await db.update(fileUnits).set({ usedOn: today }).where(inArray(fileUnits.key, free))
  }
  return rows
}

/** Keeps units; of those that two scans bring at once the first stays, and they are equal. */
export async function keepFileUnits(db: Database, rows: readonly FileUnitRow[], today: string): Promise<void> {
  if (rows.length === 0) return
  // Always in the same order: two processes that insert the same keys must not wait for each other.
  const ordered = [...rows].sort((a, b) => a.key.compare(b.key))
  await db
    .insert(fileUnits)
    .values(ordered.map(({ key, unit }) => ({ key, unit, usedOn: today })))
    .onConflictDoNothing()
}

/** Removes what nobody has asked for since this day, `YYYY-MM-DD`. */
export async function removeUnusedFileUnits(db: Database, before: string): Promise<void> {
  await db.delete(fileUnits).where(lt(fileUnits.usedOn, before))
}

/** Removes every unit whose key begins so; the least text that is greater than all of these is `end`. */
export async function removeFileUnitsBetween(
  db: Database,
  { start, end }: { start: Buffer; end: Buffer },
): Promise<void> {
  await db.delete(fileUnits).where(and(gte(fileUnits.key, start), lt(fileUnits.key, end)))
}
