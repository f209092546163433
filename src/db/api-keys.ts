import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Database } from './client.ts'
import { accounts, apiKeys } from './schema.ts'

export async function insertApiKey(db: Database, key: typeof apiKeys.$inferInsert): Promise<void> {
  await db.insert(apiKeys).values(key)
}

/** The key with this public prefix and its account's plan, whether or not it is still valid. */
export async function findApiKey(db: Database, prefix: string) {
  const [row] = await db
    .select({ key: apiKeys, plan: accounts.plan })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(eq(apiKeys.prefix, prefix))
  return row
}

/** Notes that a key was used, at most once a minute: a write for each request would cost more than the request. */
export async function touchApiKey(db: Database, id: string, now: Date): Promise<void> {
  const minuteAgo = new Date(now.getTime() - 60_000)
  await db.update(apiKeys).set({ lastUsedAt: now }).where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, minuteAgo))))
}
