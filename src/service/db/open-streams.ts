import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import { openStreams } from './installation-schema.ts'

/** Request for a stream slot. */
export interface StreamSlot {
  readonly id: string
  /** Subject of the limit: `account:` and an ID, or `address:` and a network. */
  readonly subject: string
}

/** First key of the advisory locks, to avoid collisions: the letters `strm`. */
const placesLock = 0x73_74_72_6d

// Uses the database's clock, which is the same for all processes.
const inMs = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`

/**
 * Takes one of a subject's `most` slots for a number of milliseconds. Returns false if all are taken, across processes.
 * Requests for the same subject are serialized by a lock, because concurrent statements would not see each other's
 * rows.
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
 * Extends a slot by a number of milliseconds from now. Returns false if it has expired, because another stream may have
 * taken it.
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

/** Deletes slots that expired before `now`. Their processes have died. */
export async function removeEndedStreams(db: Database, now: Date): Promise<void> {
  await db.delete(openStreams).where(lt(openStreams.until, now))
}
