import { and, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { fileResults } from './shared-results-schema.ts'
import { storableDocument } from '../storable-document.ts'

/** The result of one file under the key that stands for its content and for who may be given it. */
export interface FileResultRow {
  readonly key: Buffer
  readonly result: unknown
}

/** Those of the keys that have a result. They count as used on this day, written at most once a day. */
export async function findFileResults(db: Database, keys: readonly Buffer[], today: string): Promise<FileResultRow[]> {
  // One parameter for all: a list of parameters makes a statement of its own for each count.
  const wanted = sql`(select decode(hex, 'hex') from unnest(string_to_array(${keys
    .map((key) => key.toString('hex'))
    .join(',')}, ',')) as hex)`
  const rows = await db.select().from(fileResults).where(inArray(fileResults.key, wanted))
  const stale = rows.filter(({ usedOn }) => usedOn < today).map(({ key }) => key)
  if (stale.length > 0) {
    // What another process is marking need not be marked again, and waiting for it in another order would be a
    // deadlock.
    const free = db
      .select({ key: fileResults.key })
      .from(fileResults)
      .where(and(inArray(fileResults.key, stale), lt(fileResults.usedOn, today)))
      .for('update', { skipLocked: true })
    await db.update(fileResults).set({ usedOn: today }).where(inArray(fileResults.key, free))
  }
  return rows
}

/** Keeps results; of those that two scans bring at once the first stays, and they are equal. */
export async function keepFileResults(db: Database, rows: readonly FileResultRow[], today: string): Promise<void> {
  if (rows.length === 0) return
  // Always in the same order: two processes that insert the same keys must not wait for each other.
  const ordered = [...rows].sort((a, b) => a.key.compare(b.key))
  await db
    .insert(fileResults)
    .values(ordered.map(({ key, result }) => ({ key, result: storableDocument(result), usedOn: today })))
    .onConflictDoNothing()
}

/** Removes what nobody has asked for since this day, `YYYY-MM-DD`. */
export async function removeUnusedFileResults(db: Database, before: string): Promise<void> {
  await db.delete(fileResults).where(lt(fileResults.usedOn, before))
}

/** Removes every result whose key begins so; the least text that is greater than all of these is `end`. */
export async function removeFileResultsBetween(
  db: Database,
  { start, end }: { start: Buffer; end: Buffer },
): Promise<void> {
  await db.delete(fileResults).where(and(gte(fileResults.key, start), lt(fileResults.key, end)))
}
