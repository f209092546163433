import { and, eq, inArray, isNull, lt, ne, or } from 'drizzle-orm'
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

/** Ids of checks that GitHub waits for and that nothing has happened to since a time, the oldest first. */
export async function listNeglectedChecks(db: Database, before: Date, most: number): Promise<string[]> {
  const rows = await db.select({ id: githubChecks.id }).from(githubChecks).where(and(isNull(githubChecks.concludedAt), lt(githubChecks.changedAt, before))).orderBy(githubChecks.changedAt).limit(most)
  return rows.map(({ id }) => id)
}
