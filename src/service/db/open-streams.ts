import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import { openStreams } from './installation-schema.ts'

/** A stream that requests a place. */
export interface StreamSlot {
  /** A UUID. */
  readonly id: string
  /** Subject of the limit: `account:` and an ID, or `address:` and a network. */
  readonly subject: string
}

/** First of the two numbers of an advisory lock, to avoid collisions: the letters `strm`. */
const placesLock = 0x73_74_72_6d

// The database's clock is the same for all processes.
const inMs = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`

/**
 * Takes one of a subject's `most` places for so many milliseconds. Returns false if all are taken, across processes.
 * Requests for the same subject wait for a lock, because concurrent statements would not see each other's rows.
 */
export async function insertStreamSlot(
  db: Database,
  { id, subject }: StreamSlot,
  { most, forMs }: { most: number; forMs: number },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${placesLock}::int, hashtext(${subject}))`)
    const taken = await tx.execute(sql`
      insert into open_streams (id, subject, until)
      select ${id}::uuid, ${subject}, ${inMs(forMs)}
      where (select count(*) from open_streams where subject = ${subject} and until > clock_timestamp()) < ${most}::int
      returning id`)
    return taken.length > 0
  })
}

/**
 * Extends a place by so many milliseconds from now. Returns false if it had expired, because another stream may have
 * it.
 */
export async function renewStreamSlot(
  db: Database,
  { id }: StreamSlot,
  { forMs }: { forMs: number },
): Promise<boolean> {
  const renewed = await db
    .update(openStreams)
    .set({ until: inMs(forMs) })
    .where(and(eq(openStreams.id, id), sql`${openStreams.until} > clock_timestamp()`))
    .returning({ id: openStreams.id })
  return renewed.length > 0
}

export async function releaseStreamSlot(db: Database, { id }: StreamSlot): Promise<void> {
  await db.delete(openStreams).where(eq(openStreams.id, id))
}

/** Deletes places of streams whose processes died: they expired before `now`. */
export async function removeEndedStreams(db: Database, now: Date): Promise<void> {
  await db.delete(openStreams).where(lt(openStreams.until, now))
}
