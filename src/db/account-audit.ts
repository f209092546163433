import { desc, eq, lt } from 'drizzle-orm'
import type { Database } from './client.ts'
import { accountAudit } from './people-schema.ts'

export type AuditRow = typeof accountAudit.$inferSelect

export async function insertAudit(db: Database, entry: Omit<typeof accountAudit.$inferInsert, 'number'>): Promise<void> {
  await db.insert(accountAudit).values(entry)
}

/** What was done to an account, newest first: one page, and whether there is more. */
export async function listAudit(db: Database, accountId: string, { limit, offset }: { limit: number; offset: number }): Promise<{ entries: AuditRow[]; hasMore: boolean }> {
  const rows = await db.select().from(accountAudit).where(eq(accountAudit.accountId, accountId)).orderBy(desc(accountAudit.number)).limit(limit + 1).offset(offset)
  return { entries: rows.slice(0, limit), hasMore: rows.length > limit }
}

/** Removes what is older than the trigger keeps: a day more than a year, whatever clock the database has. */
export async function removeOldAudit(db: Database, now: Date): Promise<void> {
  await db.delete(accountAudit).where(lt(accountAudit.at, new Date(now.getTime() - 366 * 86_400_000)))
}
