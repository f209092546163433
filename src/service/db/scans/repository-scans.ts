import { randomUUID } from 'node:crypto'
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { removals } from '../installation-schema.ts'
import { scans } from './schema.ts'
import { unfinished } from './scans.ts'

/** A repository of a GitHub host, by its number and where it is now. */
interface RepositoryPlace {
  readonly repositoryId: number
  /** Its page, in any case. */
  readonly url: string
}

interface Removal extends RepositoryPlace {
  readonly accountId: string
  /** It is private now. */
  readonly isPrivate: boolean
  readonly reason: string
  /** What the record says that it was about; names nothing private. */
  readonly subject: string
  readonly now: Date
}

/**
 * Removes what an account found in a repository while it was private, with everything that tells of it, and records
 * that it did. Of one that is private now everything goes, also what was never finished. Returns how many scans.
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

/** Records that something private was removed. */
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

/** Whether something of an account was removed under this name. */
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

/** Scans of an account that the app asked for in a repository and that have not ended. */
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
 * A repository is private: nobody but the account of a scan sees it from now on, whoever scanned the repository while
 * it was public.
 */
export async function hideScansOfRepository(db: Database, place: RepositoryPlace): Promise<void> {
  await db
    .update(scans)
    .set({ isPrivate: true })
    .where(and(eq(scans.isPrivate, false), isOf(place)))
}

/** The same for what the app itself asked for, by an index: for events that come often. */
export async function hideOwnScansOfRepository(db: Database, repositoryId: number): Promise<void> {
  await db
    .update(scans)
    .set({ isPrivate: true })
    .where(and(eq(scans.githubRepositoryId, repositoryId), eq(scans.isPrivate, false)))
}

/**
 * Scans that the app asked for in the repository, and scans by whomever of its address, or of one that it had when the
 * app scanned it.
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
