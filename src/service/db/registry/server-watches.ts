import { and, count, desc, eq } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { serverWatches } from './watches-schema.ts'

/** Server watched by an account. */
export type ServerWatchRow = typeof serverWatches.$inferSelect

const isWatch = (accountId: string, slug: string) =>
  and(eq(serverWatches.accountId, accountId), eq(serverWatches.slug, slug))

export async function findServerWatch(
  db: Database,
  accountId: string,
  slug: string,
): Promise<ServerWatchRow | undefined> {
  const [row] = await db.select().from(serverWatches).where(isWatch(accountId, slug))
  return row
}

/** Adds a watch. Returns undefined if the account already watches this server. */
export async function insertServerWatch(
  db: Database,
  watch: { accountId: string; slug: string; createdAt: Date },
): Promise<ServerWatchRow | undefined> {
  const [row] = await db.insert(serverWatches).values(watch).onConflictDoNothing().returning()
  return row
}

/** Removes a watch. Returns undefined if the account does not watch this server. */
export async function removeServerWatch(
  db: Database,
  accountId: string,
  slug: string,
): Promise<ServerWatchRow | undefined> {
  const [row] = await db.delete(serverWatches).where(isWatch(accountId, slug)).returning()
  return row
}

export async function countServerWatches(db: Database, accountId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(serverWatches).where(eq(serverWatches.accountId, accountId))
  return row?.count ?? 0
}

/** Returns one page of an account's watches, newest first, and the total. */
export async function listServerWatches(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ watches: ServerWatchRow[]; total: number }> {
  const [watches, total] = await Promise.all([
    db
      .select()
      .from(serverWatches)
      .where(eq(serverWatches.accountId, accountId))
      .orderBy(desc(serverWatches.createdAt), serverWatches.slug)
      .limit(limit)
      .offset(offset),
    countServerWatches(db, accountId),
  ])
  return { watches, total }
}
