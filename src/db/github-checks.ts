import { and, asc, eq, gt, inArray, isNull, lt, ne, or } from 'drizzle-orm'
import type { Database } from './client.ts'
import { githubChecks } from './schema.ts'

export type GithubCheck = typeof githubChecks.$inferSelect
type Commit = Pick<GithubCheck, 'host' | 'repositoryId' | 'headSha'>

/** Stores a check for a commit that has none; undefined when it has one. */
export async function insertGithubCheck(db: Database, check: typeof githubChecks.$inferInsert): Promise<GithubCheck | undefined> {
  const [row] = await db.insert(githubChecks).values(check).onConflictDoNothing({ target: [githubChecks.host, githubChecks.repositoryId, githubChecks.headSha] }).returning()
  return row
}

export async function findGithubCheck(db: Database, id: string): Promise<GithubCheck | undefined> {
  const [row] = await db.select().from(githubChecks).where(eq(githubChecks.id, id))
  return row
}

/** The check of a commit, which nobody else changes before the transaction ends. */
export async function lockGithubCheckOfCommit(db: Database, commit: Commit): Promise<GithubCheck | undefined> {
  const [row] = await db
    .select()
    .from(githubChecks)
    .where(and(eq(githubChecks.host, commit.host), eq(githubChecks.repositoryId, commit.repositoryId), eq(githubChecks.headSha, commit.headSha)))
    .for('update')
  return row
}

/** A check that nobody else changes before the transaction ends. */
export async function lockGithubCheck(db: Database, id: string): Promise<GithubCheck | undefined> {
  const [row] = await db.select().from(githubChecks).where(eq(githubChecks.id, id)).for('update')
  return row
}

export async function updateGithubCheck(db: Database, id: string, change: Partial<Omit<GithubCheck, 'id' | 'changedAt'>>): Promise<void> {
  await db.update(githubChecks).set({ ...change, changedAt: new Date() }).where(eq(githubChecks.id, id))
}

/**
 * Changes a check unless it was made anew since `check` was read, or with `inState` has come to another state; false when it
 * was left as it is.
 */
export async function updateSameCheck(db: Database, check: Pick<GithubCheck, 'id' | 'createdAt' | 'state'>, change: Partial<Omit<GithubCheck, 'id' | 'changedAt'>>, { inState = false } = {}): Promise<boolean> {
  const rows = await db
    .update(githubChecks)
    .set({ ...change, changedAt: new Date() })
    .where(and(eq(githubChecks.id, check.id), eq(githubChecks.createdAt, check.createdAt), inState ? eq(githubChecks.state, check.state) : undefined))
    .returning({ id: githubChecks.id })
  return rows.length > 0
}

/** Whether a pull request has a check of another commit that was asked for after this time. */
export async function hasLaterCheckOfPull(db: Database, { host, repositoryId, pullNumber, headSha, after }: Commit & { pullNumber: number; after: Date }): Promise<boolean> {
  const [row] = await db
    .select({ id: githubChecks.id })
    .from(githubChecks)
    .where(and(eq(githubChecks.host, host), eq(githubChecks.repositoryId, repositoryId), eq(githubChecks.pullNumber, pullNumber), ne(githubChecks.headSha, headSha), gt(githubChecks.createdAt, after)))
    .limit(1)
  return row !== undefined
}

/** Removes every check of a repository: there is nobody left to tell, and paths and branches stand in them. */
export async function removeChecksOfRepository(db: Database, { host, repositoryId }: Pick<GithubCheck, 'host' | 'repositoryId'>): Promise<void> {
  await db.delete(githubChecks).where(and(eq(githubChecks.host, host), eq(githubChecks.repositoryId, repositoryId)))
}

/** Checks of a pull request that have not come to an end; those of `except` left out. */
export async function listUnfinishedChecksOfPull(db: Database, { host, repositoryId, pullNumber, except }: Pick<GithubCheck, 'host' | 'repositoryId'> & { pullNumber: number; except?: string }): Promise<GithubCheck[]> {
  return db
    .select()
    .from(githubChecks)
    .where(and(
      eq(githubChecks.host, host),
      eq(githubChecks.repositoryId, repositoryId),
      eq(githubChecks.pullNumber, pullNumber),
      inArray(githubChecks.state, ['queued', 'scanning-base', 'scanning-head']),
      except === undefined ? undefined : ne(githubChecks.headSha, except),
    ))
}

/** Ids of the checks that wait for this scan. */
export async function checksThatAwait(db: Database, scanId: string): Promise<string[]> {
  const rows = await db.select({ id: githubChecks.id }).from(githubChecks).where(and(or(eq(githubChecks.baseScanId, scanId), eq(githubChecks.headScanId, scanId)), isNull(githubChecks.concludedAt)))
  return rows.map(({ id }) => id)
}

/** Ids of checks that GitHub waits for and that nothing has happened to since a time, the oldest first. They count as looked at `now`, so that some that never come to an end do not stand before the others. */
export async function takeNeglectedChecks(db: Database, { before, now, most }: { before: Date; now: Date; most: number }): Promise<string[]> {
  const neglected = db.select({ id: githubChecks.id }).from(githubChecks).where(and(isNull(githubChecks.concludedAt), lt(githubChecks.changedAt, before))).orderBy(asc(githubChecks.changedAt)).limit(most).for('update', { skipLocked: true })
  const rows = await db.update(githubChecks).set({ changedAt: now }).where(inArray(githubChecks.id, neglected)).returning({ id: githubChecks.id })
  return rows.map(({ id }) => id)
}
