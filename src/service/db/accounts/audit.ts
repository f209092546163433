import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { accountAudit } from './people-schema.ts'
import { accounts } from './schema.ts'

export type AuditRow = typeof accountAudit.$inferSelect

export async function insertAudit(
  db: Database,
  entry: Omit<typeof accountAudit.$inferInsert, 'number'>,
): Promise<void> {
  await db.insert(accountAudit).values(entry)
}

/** One page of an account's audit log, newest first, and whether there is more. */
export async function listAudit(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ entries: AuditRow[]; hasMore: boolean }> {
  const rows = await db
    .select()
    .from(accountAudit)
    .where(eq(accountAudit.accountId, accountId))
    .orderBy(desc(accountAudit.number))
    .limit(limit + 1)
    .offset(offset)
  return { entries: rows.slice(0, limit), hasMore: rows.length > limit }
}

/**
 * Removes entries that are older than the account's plan allows. Entries of deleted accounts use the shortest period.
 * The trigger rejects the deletion of entries younger than a year.
 */
export async function removeOldAudit(db: Database, now: Date, days: Readonly<Record<string, number>>): Promise<void> {
  const fewest = Math.min(...Object.values(days))
  const ofPlan = sql`coalesce((select (${JSON.stringify(days)}::jsonb->>plan)::int from ${accounts}
    where ${accounts.id} = ${accountAudit.accountId}), ${fewest})`
  await db
    .delete(accountAudit)
    .where(
      and(
        lt(accountAudit.at, new Date(now.getTime() - fewest * 86_400_000)),
        sql`${accountAudit.at} < ${now.toISOString()}::timestamptz - make_interval(days => ${ofPlan})`,
      ),
    )
}
