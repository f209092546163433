import { randomUUID } from 'node:crypto'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { accountDeletions } from '../retention/retention-schema.ts'

export type AccountDeletionRow = typeof accountDeletions.$inferSelect

/** The rows of a table that belong to an account. */
interface OwnedRows {
  readonly table: string
  readonly which: (accountId: string) => SQL
  /** Tables whose rows reference these rows by `id`, and are deleted with them. */
  readonly parts?: readonly { readonly table: string; readonly column: string }[]
  /** Number of rows to delete per statement. */
  readonly atOnce: number
}

const atOnce = 1_000
const byAccount = (accountId: string) => sql`account_id = ${accountId}::uuid`
const bySubject = (id: string) =>
  sql`(subject = ${`account:${id}`} or subject like ${`account:${id} %`} or subject like ${`repository:${id} %`})`
const ofInstallations = (columns: string, theirs: string, accountId: string) =>
  sql`${sql.raw(columns)} in (select ${sql.raw(theirs)} from github_installations
    where account_id = ${accountId}::uuid)`

/**
 * All of an account's data, in the order of deletion: credentials first, then referencing rows before the rows that
 * they reference. The rows that determine a repository's or delivery's owner come last.
 */
export const ownedRows: readonly OwnedRows[] = [
  ...ofAccount('api_keys', 'login_links', 'sessions'),
  {
    table: 'github_deliveries',
    which: (id) =>
      sql`payload is not null and ${ofInstallations("payload->'installation'->>'id'", 'installation_id::text', id)}`,
    atOnce,
  },
  {
    table: 'github_acceptances',
    which: (id) =>
      sql`(account_id = ${id}::uuid or account_id is null and (host, repository_id) in (
        select host, repository_id from github_repositories where account_id = ${id}::uuid))`,
    atOnce,
  },
  {
    table: 'github_checks',
    which: (id) =>
      sql`(host, repository_id) in (select host, repository_id from github_repositories
        where account_id = ${id}::uuid)`,
    atOnce,
  },
  {
    table: 'webhook_deliveries',
    which: byAccount,
    parts: [{ table: 'webhook_attempts', column: 'delivery_id' }],
    atOnce,
  },
  ...ofAccount('webhook_events', 'webhook_endpoints', 'server_watches', 'idempotency_keys', 'advisory_effects'),
  // A scan can have thousands of findings.
  {
    table: 'scans',
    which: byAccount,
    parts: [
      { table: 'findings', column: 'scan_id' },
      { table: 'scan_progress', column: 'scan_id' },
      { table: 'scan_readings', column: 'scan_id' },
      { table: 'scan_capabilities', column: 'scan_id' },
    ],
    atOnce: 100,
  },
  ...ofAccount('registry_claims', 'registry_disputes', 'removals', 'account_audit', 'github_repositories'),
  ...['rate_usage', 'open_streams'].map((table) => ({ table, which: bySubject, atOnce })),
  { table: 'people', which: (id) => ofInstallations('(host, github_id)', 'host, owner_id', id), atOnce },
  ...ofAccount('github_installations'),
]

function ofAccount(...tables: string[]): OwnedRows[] {
  return tables.map((table) => ({ table, which: byAccount, atOnce }))
}

/** Starts an account's deletion record, or resumes an interrupted deletion. */
export async function beginAccountDeletion(db: Database, accountId: string, now: Date): Promise<AccountDeletionRow> {
  const [begun] = await db
    .select()
    .from(accountDeletions)
    .where(and(eq(accountDeletions.accountId, accountId), isNull(accountDeletions.finishedAt)))
    .limit(1)
  if (begun) return begun
  const [row] = await db
    .insert(accountDeletions)
    .values({ id: randomUUID(), accountId, startedAt: now, removed: {} })
    .returning()
  if (!row) throw new Error('the new record of a deletion was not returned')
  return row
}

/**
 * Deletes one batch of rows from one table, and the rows that reference them. The same transaction adds them to the
 * counts in the record. Returns whether more rows may remain.
 *
 * Rows are found by `ctid`, which is only unique within a partition, so `tableoid` is compared too.
 */
export async function removeOwnedRows(
  db: Database,
  deletion: Pick<AccountDeletionRow, 'id' | 'accountId'>,
  { table, which, parts = [], atOnce }: OwnedRows,
): Promise<boolean> {
  const name = sql.identifier(table)
  const removals = parts.map(
    (part, place) =>
      sql`${sql.identifier(`part${place}`)} as (delete from ${sql.identifier(part.table)}
        where ${sql.identifier(part.column)} in (select id from chosen) returning 1),`,
  )
  const counts = parts.map(
    (part, place) =>
      sql`, (select count(*)::int from ${sql.identifier(`part${place}`)}) as ${sql.identifier(part.table)}`,
  )
  return db.transaction(async (tx) => {
    const [removed] = await tx.execute<Record<string, number>>(sql`
      with chosen as materialized (select tableoid as partition, ctid as place${parts.length > 0 ? sql`, id` : sql``}
      from ${name} where ${which(deletion.accountId)} limit ${atOnce} for update),
      ${sql.join(removals)}
      own as (delete from ${name} where ctid = any(array(select place from chosen))
        and (tableoid, ctid) in (select partition, place from chosen) returning 1)
      select (select count(*)::int from own) as ${name}${sql.join(counts)}`)
    for (const [of, count] of Object.entries(removed ?? {}))
      if (count > 0) await countRemoved(tx, deletion.id, of, count)
    return (removed?.[table] ?? 0) === atOnce
  })
}

async function countRemoved(tx: Database, id: string, table: string, count: number): Promise<void> {
  await tx
    .update(accountDeletions)
    .set({
      removed: sql`${accountDeletions.removed} || jsonb_build_object(${table}::text,
        coalesce((${accountDeletions.removed}->>${table}::text)::int, 0) + ${count}::int)`,
    })
    .where(eq(accountDeletions.id, id))
}

/** Deletes the account itself, and removes it from users' stored permissions. Returns the record. */
export async function removeAccountRow(
  tx: Database,
  { id, accountId }: Pick<AccountDeletionRow, 'id' | 'accountId'>,
): Promise<AccountDeletionRow> {
  await tx.execute(
    sql`update sessions set managed_accounts = array_remove(managed_accounts, ${accountId}::uuid)
      where managed_accounts @> array[${accountId}::uuid]`,
  )
  const gone = await tx.execute(sql`delete from accounts where id = ${accountId}::uuid returning 1`)
  if (gone.length > 0) await countRemoved(tx, id, 'accounts', gone.length)
  const [row] = await tx.select().from(accountDeletions).where(eq(accountDeletions.id, id))
  if (!row) throw new Error('the record of a deletion is gone')
  return row
}

export async function finishAccountDeletion(
  tx: Database,
  id: string,
  end: { readonly finishedAt: Date; readonly digest: string },
): Promise<void> {
  await tx.update(accountDeletions).set(end).where(eq(accountDeletions.id, id))
}

/** Returns the account's GitHub App installations as `owner at host`. */
export async function installationsOfAccount(db: Database, accountId: string): Promise<string[]> {
  const rows = await db.execute<{ place: string }>(
    sql`select owner_login || ' at ' || host as place from github_installations where account_id = ${accountId}::uuid
      order by 1`,
  )
  return rows.map(({ place }) => place)
}
