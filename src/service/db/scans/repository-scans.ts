import { randomUUID } from 'node:crypto'
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { removals } from '../installation-schema.ts'
import { scans } from './schema.ts'
import { unfinished } from './scans.ts'

/** Repository on a GitHub host: its ID and its current location. */
interface RepositoryPlace {
  readonly repositoryId: number
  /** Repository URL. Compared case-insensitively. */
  readonly url: string
}

interface Removal extends RepositoryPlace {
  readonly accountId: string
  /** True if the repository is private now. */
  readonly isPrivate: boolean
  readonly reason: string
  /** Subject in the removal record. Contains no private names. */
  readonly subject: string
  readonly now: Date
}

/**
 * Deletes the account's scans from the time when the repository was private, with all related data, and records the
 * removal. If the repository is private now, deletes all its scans, including unfinished ones. Returns their number.
 */
export async function removeScansOfRepository(
  db: Database,
  { accountId, isPrivate, subject, reason, now, ...place }: Removal,
): Promise<number> {
  const removed = await db
    .delete(scans)
    .where(and(eq(scans.accountId, accountId), isOf(place), isPrivate ? undefined : eq(scans.isPrivate, true)))
    .returning({ id: scans.id })
  await recordRemoval(db, { accountId, subject, reason, scans: removed.length, now })
  return removed.length
}

export async function recordRemoval(
  db: Database,
  {
    accountId,
    subject,
    reason,
    scans: count,
    now,
  }: { accountId: string; subject: string; reason: string; scans: number; now: Date },
): Promise<void> {
  await db.insert(removals).values({ id: randomUUID(), accountId, subject, reason, scans: count, removedAt: now })
}

/** Reports whether data with this subject was removed from an account. */
export async function isRecordedRemoval(
  db: Database,
  { accountId, subject }: { accountId: string; subject: string },
): Promise<boolean> {
  const [row] = await db
    .select({ id: removals.id })
    .from(removals)
    .where(and(eq(removals.accountId, accountId), eq(removals.subject, subject)))
    .limit(1)
  return row !== undefined
}

/** Returns an account's unfinished scans requested by the app for a repository. */
export async function listUnfinishedScansOfRepository(
  db: Database,
  { accountId, repositoryId }: { accountId: string; repositoryId: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.accountId, accountId), eq(scans.githubRepositoryId, repositoryId), unfinished))
  return rows.map(({ id }) => id)
}

/** Restricts all scans of a private repository to their own accounts, including scans from when it was public. */
export async function hideScansOfRepository(db: Database, place: RepositoryPlace): Promise<void> {
  await db
    .update(scans)
    .set({ isPrivate: true })
    .where(and(eq(scans.isPrivate, false), isOf(place)))
}

/** Restricts the scans requested by the app. Uses an index, because these events are frequent. */
export async function hideOwnScansOfRepository(db: Database, repositoryId: number): Promise<void> {
  await db
    .update(scans)
    .set({ isPrivate: true })
    .where(and(eq(scans.githubRepositoryId, repositoryId), eq(scans.isPrivate, false)))
}

/**
 * Selects scans requested by the app for the repository, and any account's scans of its URL or of a URL that it had
 * when the app scanned it.
 */
function isOf({ repositoryId, url }: RepositoryPlace): SQL | undefined {
  const address = sql`lower(coalesce(${scans.canonicalUrl}, ${scans.target}->>'repository'))`
  const formerly = sql`select lower(own.canonical_url) from scans own
    where own.github_repository_id = ${repositoryId} and own.canonical_url is not null`
  return or(
    eq(scans.githubRepositoryId, repositoryId),
    and(isNull(scans.githubRepositoryId), or(sql`${address} = lower(${url})`, sql`${address} in (${formerly})`)),
  )
}
