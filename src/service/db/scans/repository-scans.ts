import { randomUUID } from 'node:crypto'
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { removals } from '../installation-schema.ts'
import { scans } from './schema.ts'
import { unfinished } from './scans.ts'

/** A repository on a GitHub host, by its ID and its current location. */
interface RepositoryPlace {
  readonly repositoryId: number
  /** Its URL, in any case. */
  readonly url: string
}

interface Removal extends RepositoryPlace {
  readonly accountId: string
  /** It is private now. */
  readonly isPrivate: boolean
  readonly reason: string
  /** Subject in the removal record. Contains no private names. */
  readonly subject: string
  readonly now: Date
}

/**
 * Deletes an account's findings from the time when a repository was private, with all related data, and records the
 * removal. If it is private now, everything is deleted, including unfinished scans. Returns the number of scans.
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

/** Records that private data was removed. */
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

/** Whether data of an account was removed with this subject. */
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

/** Unfinished scans of an account that the app requested for a repository. */
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

/**
 * Makes all scans of a private repository visible only to their own accounts, including scans from the time when it was
 * public.
 */
export async function hideScansOfRepository(db: Database, place: RepositoryPlace): Promise<void> {
  await db
    .update(scans)
    .set({ isPrivate: true })
    .where(and(eq(scans.isPrivate, false), isOf(place)))
}

/** The same for scans that the app requested, using an index, because these events are frequent. */
export async function hideOwnScansOfRepository(db: Database, repositoryId: number): Promise<void> {
  await db
    .update(scans)
    .set({ isPrivate: true })
    .where(and(eq(scans.githubRepositoryId, repositoryId), eq(scans.isPrivate, false)))
}

/**
 * Scans that the app requested for the repository, and scans by any account of its URL, or of a URL that it had when
 * the app scanned it.
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
