import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import { openStreams } from './installation-schema.ts'

/** A stream that wants to be open. */
export interface StreamSlot {
  /** A UUID. */
  readonly id: string
  /** Whose ceiling counts: `account:` and an id, or `address:` and a network. */
  readonly subject: string
}

/** Of the two numbers of an advisory lock the first, so that nobody else locks the same: the letters `strm`. */
const placesLock = 0x73_74_72_6d

// The database's clock decides in all processes alike.
const inMs = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`

/**
 * Takes one of a subject's `most` places for so many milliseconds; false when all are taken, in whichever
 * processes. Who asks for the same subject waits at a lock: of statements at the same time each would
 * count without the others.
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

/** Keeps a place for so many milliseconds from now; false when its time was over: somebody else may have it. */
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

/** Forgets streams whose processes died: their time was over before `now`. */
export async function removeEndedStreams(db: Database, now: Date): Promise<void> {
  await db.delete(openStreams).where(lt(openStreams.until, now))
}
