import { and, count, desc, eq, getTableColumns, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { preparedQuery } from '../prepared-query.ts'
import { accounts, apiKeys } from './schema.ts'

/** API key without its hash, as shown to its owner. */
export type ApiKeyRow = Omit<typeof apiKeys.$inferSelect, 'secretHash'>

const { secretHash: _, ...shownColumns } = getTableColumns(apiKeys)

export async function insertApiKey(db: Database, key: typeof apiKeys.$inferInsert): Promise<ApiKeyRow> {
  const [row] = await db.insert(apiKeys).values(key).returning(shownColumns)
  if (!row) throw new Error('the new key was not returned')
  return row
}

/** Returns the keys with these public prefixes and their accounts' permissions. Includes expired and revoked keys. */
export async function findApiKeys(db: Database, prefixes: readonly string[]) {
  return keysOfPrefixes(db).execute({ prefixes: JSON.stringify(prefixes) })
}

const keysOfPrefixes = preparedQuery((db) =>
  db
    .select({
      key: apiKeys,
      account: { plan: accounts.plan, quarterHourLimit: accounts.quarterHourLimit, dayLimit: accounts.dayLimit },
    })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    // One statement for any number of prefixes, so that it can be prepared.
    .where(sql`${apiKeys.prefix} in (select jsonb_array_elements_text(${sql.placeholder('prefixes')}::jsonb))`)
    .prepare('keys_of_prefixes'),
)

/** Records that a key was used, unless another process recorded it moments ago. */
export async function touchApiKey(db: Database, id: string, now: Date): Promise<void> {
  const justNow = new Date(now.getTime() - 1_000)
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, justNow))))
}

/** Replaces a key's hash, unless another process replaced it first. */
export async function replaceKeyHash(
  db: Database,
  id: string,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<void> {
  await db
    .update(apiKeys)
    .set({ secretHash: to })
    .where(and(eq(apiKeys.id, id), eq(apiKeys.secretHash, from)))
}

/** Returns one page of an account's keys, newest first, and the total. */
export async function listApiKeys(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ keys: ApiKeyRow[]; total: number }> {
  const ofAccount = eq(apiKeys.accountId, accountId)
  const [keys, [counted]] = await Promise.all([
    db
      .select(shownColumns)
      .from(apiKeys)
      .where(ofAccount)
      .orderBy(desc(apiKeys.createdAt), apiKeys.id)
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(apiKeys).where(ofAccount),
  ])
  return { keys, total: counted?.total ?? 0 }
}

/**
 * Returns one of this account's keys, or undefined if the key belongs to another account. If `lock` is true, blocks
 * changes to the key until the transaction ends.
 */
export async function findApiKey(
  db: Database,
  accountId: string,
  keyId: string,
  { lock = false } = {},
): Promise<ApiKeyRow | undefined> {
  const query = db
    .select(shownColumns)
    .from(apiKeys)
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.accountId, accountId)))
  const [row] = await (lock ? query.for('update') : query)
  return row
}

/**
 * Revokes one of this account's keys. A key that is already revoked keeps its date. Returns undefined if the account
 * has no such key.
 */
export async function revokeApiKey(
  db: Database,
  { accountId, keyId, now }: { accountId: string; keyId: string; now: Date },
): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .update(apiKeys)
    .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, ${now.toISOString()})` })
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.accountId, accountId)))
    .returning(shownColumns)
  return row
}

/** Records the key that replaces this one, and the time when this one expires. */
export async function replaceApiKey(
  db: Database,
  keyId: string,
  { replacedBy, expiresAt }: { replacedBy: string; expiresAt: Date },
): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .update(apiKeys)
    .set({ replacedBy, expiresAt })
    .where(eq(apiKeys.id, keyId))
    .returning(shownColumns)
  return row
}

/** Counts an account's keys that are valid at `now`, except workflow keys. */
export async function countWorkingApiKeys(db: Database, accountId: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.githubRepositoryId), works(now)))
  return row?.count ?? 0
}

/** Counts a repository's workflow keys that are valid at `now`. */
export async function countWorkingKeysOfRepository(
  db: Database,
  {
    accountId,
    workflowOf: { host, repositoryId },
  }: { accountId: string; workflowOf: { host: string; repositoryId: number } },
  now: Date,
): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.accountId, accountId),
        eq(apiKeys.githubHost, host),
        eq(apiKeys.githubRepositoryId, repositoryId),
        works(now),
      ),
    )
  return row?.count ?? 0
}

function works(now: Date) {
  return and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)))
}

/**
 * Removes workflow keys that expired before this time. Each workflow run creates a key, and expired keys are never
 * read.
 */
export async function removeEndedWorkflowKeys(db: Database, before: Date): Promise<void> {
  await db.delete(apiKeys).where(and(isNotNull(apiKeys.githubRepositoryId), lt(apiKeys.expiresAt, before)))
}
