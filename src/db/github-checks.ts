import { and, asc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import type { GithubInstallation } from './github-installations.ts'
import type { GithubRepository } from './github-repositories.ts'
import { preparedQuery } from './prepared-query.ts'
import { githubChecks, githubInstallations, githubRepositories } from './schema.ts'

export type GithubCheck = typeof githubChecks.$inferSelect
type Commit = Pick<GithubCheck, 'host' | 'repositoryId' | 'headSha'>

/** Stores a check for a commit that has none; undefined when it has one. */
export async function insertGithubCheck(db: Database, check: typeof githubChecks.$inferInsert): Promise<GithubCheck | undefined> {
  const [row] = await db.insert(githubChecks).values(check).onConflictDoNothing({ target: [githubChecks.host, githubChecks.repositoryId, githubChecks.headSha] }).returning()
  return row
}

const checkById = preparedQuery((db) => db.select().from(githubChecks).where(eq(githubChecks.id, sql.placeholder('id'))).prepare('github_check_by_id'))

export async function findGithubCheck(db: Database, id: string): Promise<GithubCheck | undefined> {
  const [row] = await checkById(db).execute({ id })
  return row
}

/** A check with its repository and the installation of that; null where the app has it no more. */
export interface PlacedCheck {
  readonly check: GithubCheck
  readonly repository: GithubRepository | null
  readonly installation: GithubInstallation | null
}

const placedCheckById = preparedQuery((db) =>
  db
    .select({ check: githubChecks, repository: githubRepositories, installation: githubInstallations })
    .from(githubChecks)
    .leftJoin(githubRepositories, and(eq(githubRepositories.host, githubChecks.host), eq(githubRepositories.repositoryId, githubChecks.repositoryId)))
    .leftJoin(githubInstallations, and(eq(githubInstallations.host, githubRepositories.host), eq(githubInstallations.installationId, githubRepositories.installationId)))
    .where(eq(githubChecks.id, sql.placeholder('id')))
    .prepare('placed_github_check_by_id'))

/** The same with its repository and installation, in one question. */
export async function findPlacedCheck(db: Database, id: string): Promise<PlacedCheck | undefined> {
  const [row] = await placedCheckById(db).execute({ id })
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

/** What decides between the checks of a pull request's commits. */
export type CheckOfPull = Pick<GithubCheck, 'id' | 'state' | 'headScanId' | 'createdAt'>

/** Checks of a pull request's other commits that have not come to an end, or were asked for after this time. */
export async function listOtherChecksOfPull(db: Database, { host, repositoryId, pullNumber, headSha, after }: Commit & { pullNumber: number; after: Date }): Promise<CheckOfPull[]> {
  return db
    .select(ofPull)
    .from(githubChecks)
    .where(and(eq(githubChecks.host, host), eq(githubChecks.repositoryId, repositoryId), eq(githubChecks.pullNumber, pullNumber), ne(githubChecks.headSha, headSha), or(inArray(githubChecks.state, [...unfinishedStates]), gt(githubChecks.createdAt, after))))
}

const ofPull = { id: githubChecks.id, state: githubChecks.state, headScanId: githubChecks.headScanId, createdAt: githubChecks.createdAt }

const unfinishedStates = ['queued', 'scanning-base', 'scanning-head'] as const

export function isUnfinishedCheck({ state }: Pick<GithubCheck, 'state'>): boolean {
  return unfinishedStates.some((unfinished) => unfinished === state)
}

/** Removes every check of a repository: there is nobody left to tell, and paths and branches stand in them. */
export async function removeChecksOfRepository(db: Database, { host, repositoryId }: Pick<GithubCheck, 'host' | 'repositoryId'>): Promise<void> {
  await db.delete(githubChecks).where(and(eq(githubChecks.host, host), eq(githubChecks.repositoryId, repositoryId)))
}

/** Checks of a pull request that have not come to an end. */
export async function listUnfinishedChecksOfPull(db: Database, { host, repositoryId, pullNumber }: Pick<GithubCheck, 'host' | 'repositoryId'> & { pullNumber: number }): Promise<CheckOfPull[]> {
  return db
    .select(ofPull)
    .from(githubChecks)
    .where(and(eq(githubChecks.host, host), eq(githubChecks.repositoryId, repositoryId), eq(githubChecks.pullNumber, pullNumber), inArray(githubChecks.state, [...unfinishedStates])))
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
