import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
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

/** Filter on audit log entries. An undefined field matches every entry. */
export interface AuditFilter {
  readonly action?: string | undefined
  /** Earliest time, inclusive. */
  readonly since?: Date | undefined
  /** Latest time, exclusive. */
  readonly before?: Date | undefined
}

/**
 * Returns one page of an account's audit log, newest first, and whether more entries exist. In the worst case, a filter
 * reads the account's whole log through its index. The log is small, because only sign-ins and settings changes add
 * entries.
 */
export async function listAudit(
  db: Database,
  accountId: string,
  { limit, offset, action, since, before }: AuditFilter & { readonly limit: number; readonly offset: number },
): Promise<{ entries: AuditRow[]; hasMore: boolean }> {
  const rows = await db
    .select()
    .from(accountAudit)
    .where(
      and(
        eq(accountAudit.accountId, accountId),
        action === undefined ? undefined : eq(accountAudit.action, action),
        since && gte(accountAudit.at, since),
        before && lt(accountAudit.at, before),
      ),
    )
    .orderBy(desc(accountAudit.number))
    .limit(limit + 1)
    .offset(offset)
  return { entries: rows.slice(0, limit), hasMore: rows.length > limit }
}

/** User who appears in an account's audit log. */
export interface AuditedPerson {
  /** Login and host, such as `octocat at github.com`. */
  readonly actor: string
  readonly lastAt: Date
  readonly entries: number
}

/** Number of recent entries to search for users. */
const maxRecent = 1_000

/** Lists the users in the newest entries of an account's audit log, most recent first. API keys are omitted. */
export async function listAuditedPeople(db: Database, accountId: string, limit: number): Promise<AuditedPerson[]> {
  const rows = await db.execute<{ actor: string; lastAt: string; entries: number }>(sql`
    select actor, (extract(epoch from max(at)) * 1000)::bigint as "lastAt", count(*)::int as entries
    from (select actor, at from ${accountAudit} where account_id = ${accountId}
      order by number desc limit ${maxRecent}) recent
    where actor not like 'key mcp\\_%' and actor <> 'operator at the command line'
    group by actor order by max(at) desc, actor limit ${limit}`)
  return [...rows].map((row) => ({ ...row, lastAt: new Date(Number(row.lastAt)) }))
}

/**
 * Removes entries older than the plan's retention period. The shortest period applies to deleted accounts' entries. A
 * trigger rejects the deletion of entries younger than a year.
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
