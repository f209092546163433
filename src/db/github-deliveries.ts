import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
import type { Database } from './client.ts'
import { githubDeliveries } from './schema.ts'
import { storableDocument } from './storable-document.ts'

export type GithubDelivery = typeof githubDeliveries.$inferSelect

/** Stores what GitHub told; false when it is there already. */
export async function insertGithubDelivery(db: Database, delivery: Pick<GithubDelivery, 'id' | 'event' | 'receivedAt'> & { payload: unknown }): Promise<boolean> {
  const rows = await db.insert(githubDeliveries).values({ ...delivery, payload: storableDocument(delivery.payload) }).onConflictDoNothing().returning({ id: githubDeliveries.id })
  return rows.length > 0
}

export async function findGithubDelivery(db: Database, id: string): Promise<GithubDelivery | undefined> {
  const [row] = await db.select().from(githubDeliveries).where(eq(githubDeliveries.id, id))
  return row
}

/** Notes that nothing more follows from a delivery, and forgets what it said. */
export async function endGithubDelivery(db: Database, id: string, end: { endedAt: Date; failure: string | null }): Promise<void> {
  await db.update(githubDeliveries).set({ ...end, payload: null }).where(and(eq(githubDeliveries.id, id), isNull(githubDeliveries.endedAt)))
}

/** Those of these ids that are there. */
export async function knownGithubDeliveries(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.select({ id: githubDeliveries.id }).from(githubDeliveries).where(inArray(githubDeliveries.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

/** Forgets deliveries that came before this; those not worked yet stay. */
export async function removeOldGithubDeliveries(db: Database, before: Date): Promise<number> {
  const rows = await db.delete(githubDeliveries).where(and(lt(githubDeliveries.receivedAt, before), lt(githubDeliveries.endedAt, before))).returning({ id: githubDeliveries.id })
  return rows.length
}
