import { and, asc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import type { GithubInstallation } from './installations.ts'
import type { GithubRepository } from './repositories.ts'
import { preparedQuery } from '../prepared-query.ts'
import { githubLeftRuns } from './schema.ts'
import { concludedByVersionBefore, githubChecks } from './checks-schema.ts'
import { githubInstallations, githubRepositories } from './installations-schema.ts'

export type GithubCheck = typeof githubChecks.$inferSelect
type Commit = Pick<GithubCheck, 'host' | 'repositoryId' | 'headSha'>

/** Stores a check for a commit. Returns undefined if the commit already has one. */
export async function insertGithubCheck(
  db: Database,
  check: typeof githubChecks.$inferInsert,
): Promise<GithubCheck | undefined> {
  const [row] = await db
    .insert(githubChecks)
    .values(check)
    .onConflictDoNothing({ target: [githubChecks.host, githubChecks.repositoryId, githubChecks.headSha] })
    .returning()
  return row
}

const checkById = preparedQuery((db) =>
  db
    .select()
    .from(githubChecks)
    .where(eq(githubChecks.id, sql.placeholder('id')))
    .prepare('github_check_by_id'),
)

export async function findGithubCheck(db: Database, id: string): Promise<GithubCheck | undefined> {
  const [row] = await checkById(db).execute({ id })
  return row
}

/** Check with its repository and installation, which are null if the app no longer has access. */
export interface PlacedCheck {
  readonly check: GithubCheck
  readonly repository: GithubRepository | null
  readonly installation: GithubInstallation | null
}

const placedCheckById = preparedQuery((db) =>
  db
    .select({ check: githubChecks, repository: githubRepositories, installation: githubInstallations })
    .from(githubChecks)
    .leftJoin(
      githubRepositories,
      and(
        eq(githubRepositories.host, githubChecks.host),
        eq(githubRepositories.repositoryId, githubChecks.repositoryId),
      ),
    )
    .leftJoin(
      githubInstallations,
      and(
        eq(githubInstallations.host, githubRepositories.host),
        eq(githubInstallations.installationId, githubRepositories.installationId),
      ),
    )
    .where(eq(githubChecks.id, sql.placeholder('id')))
    .prepare('placed_github_check_by_id'),
)

/** Returns the check with its repository and installation, in one query. */
export async function findPlacedCheck(db: Database, id: string): Promise<PlacedCheck | undefined> {
  const [row] = await placedCheckById(db).execute({ id })
  return row
}

/** Returns a commit's check, and locks it until the transaction ends. */
export async function lockGithubCheckOfCommit(db: Database, commit: Commit): Promise<GithubCheck | undefined> {
  const [row] = await db
    .select()
    .from(githubChecks)
    .where(
      and(
        eq(githubChecks.host, commit.host),
        eq(githubChecks.repositoryId, commit.repositoryId),
        eq(githubChecks.headSha, commit.headSha),
      ),
    )
    .for('update')
  return row
}

export async function findCheckIdOfCommit(db: Database, commit: Commit): Promise<string | undefined> {
  const [row] = await db
    .select({ id: githubChecks.id })
    .from(githubChecks)
    .where(
      and(
        eq(githubChecks.host, commit.host),
        eq(githubChecks.repositoryId, commit.repositoryId),
        eq(githubChecks.headSha, commit.headSha),
      ),
    )
  return row?.id
}

/** Returns a check, and locks it until the transaction ends. */
export async function lockGithubCheck(db: Database, id: string): Promise<GithubCheck | undefined> {
  const [row] = await db.select().from(githubChecks).where(eq(githubChecks.id, id)).for('update')
  return row
}

export async function updateGithubCheck(
  db: Database,
  id: string,
  change: Partial<Omit<GithubCheck, 'id' | 'changedAt'>>,
): Promise<void> {
  await db
    .update(githubChecks)
    .set({ ...change, changedAt: new Date() })
    .where(eq(githubChecks.id, id))
}

/**
 * Changes a check. Has no effect and returns false if the check got a new run since `check` was read. If `inRevision`
 * is true, also returns false if the check's displayed content has changed since.
 */
export async function updateSameCheck(
  db: Database,
  check: Pick<GithubCheck, 'id' | 'createdAt' | 'revision'>,
  change: Partial<Omit<GithubCheck, 'id' | 'changedAt'>>,
  { inRevision = false } = {},
): Promise<boolean> {
  const rows = await db
    .update(githubChecks)
    .set({ ...change, changedAt: new Date() })
    .where(
      and(
        eq(githubChecks.id, check.id),
        eq(githubChecks.createdAt, check.createdAt),
        inRevision ? eq(githubChecks.revision, check.revision) : undefined,
      ),
    )
    .returning({ id: githubChecks.id })
  return rows.length > 0
}

/**
 * Removes all checks in a repository that the app can no longer access: their results cannot be published, and they
 * contain paths and branches.
 */
export async function removeChecksOfRepository(
  db: Database,
  { host, repositoryId }: Pick<GithubCheck, 'host' | 'repositoryId'>,
): Promise<void> {
  await db.delete(githubChecks).where(and(eq(githubChecks.host, host), eq(githubChecks.repositoryId, repositoryId)))
}

/** Records the commits in a repository whose runs may still be open on GitHub, before its checks are removed. */
export async function leaveRunsOfRepository(
  db: Database,
  { host, repositoryId }: Pick<GithubCheck, 'host' | 'repositoryId'>,
  now: Date,
): Promise<void> {
  const open = await db
    .select({ headSha: githubChecks.headSha })
    .from(githubChecks)
    .where(
      and(
        eq(githubChecks.host, host),
        eq(githubChecks.repositoryId, repositoryId),
        isNull(githubChecks.concludedAt),
        or(isNotNull(githubChecks.checkRunId), isNotNull(githubChecks.publishedDigest)),
      ),
    )
  for (let start = 0; start < open.length; start += batchRows) {
    await db
      .insert(githubLeftRuns)
      .values(open.slice(start, start + batchRows).map(({ headSha }) => ({ host, repositoryId, headSha, leftAt: now })))
      .onConflictDoNothing()
  }
}

const batchRows = 1_000

/** Commit whose check run may still be open, in a repository to which the app has regained access. */
export type LeftRun = typeof githubLeftRuns.$inferSelect

/**
 * Takes some of the possibly open runs in repositories that the app can access again. They become due again after
 * `retryAt`.
 */
export async function takeLeftRuns(
  db: Database,
  { now, retryAt, most }: { now: Date; retryAt: Date; most: number },
): Promise<
  { readonly run: LeftRun; readonly repository: GithubRepository; readonly installation: GithubInstallation }[]
> {
  const rows = await db
    .select({ run: githubLeftRuns, repository: githubRepositories, installation: githubInstallations })
    .from(githubLeftRuns)
    .innerJoin(
      githubRepositories,
      and(
        eq(githubRepositories.host, githubLeftRuns.host),
        eq(githubRepositories.repositoryId, githubLeftRuns.repositoryId),
      ),
    )
    .innerJoin(
      githubInstallations,
      and(
        eq(githubInstallations.host, githubRepositories.host),
        eq(githubInstallations.installationId, githubRepositories.installationId),
      ),
    )
    .where(
      and(isNull(githubInstallations.suspendedAt), or(isNull(githubLeftRuns.retryAt), lt(githubLeftRuns.retryAt, now))),
    )
    .orderBy(asc(githubLeftRuns.leftAt))
    .limit(most)
    .for('update', { of: githubLeftRuns, skipLocked: true })
  for (const { run } of rows) await db.update(githubLeftRuns).set({ retryAt }).where(sameCommit(run))
  return rows
}

export async function removeLeftRun(
  db: Database,
  run: Pick<LeftRun, 'host' | 'repositoryId' | 'headSha'>,
): Promise<void> {
  await db.delete(githubLeftRuns).where(sameCommit(run))
}

const sameCommit = ({ host, repositoryId, headSha }: Pick<LeftRun, 'host' | 'repositoryId' | 'headSha'>) =>
  and(eq(githubLeftRuns.host, host), eq(githubLeftRuns.repositoryId, repositoryId), eq(githubLeftRuns.headSha, headSha))

/** Removes records of open runs from before a time. GitHub has marked these runs as stale by then. */
export async function removeOldLeftRuns(db: Database, before: Date): Promise<void> {
  await db.delete(githubLeftRuns).where(lt(githubLeftRuns.leftAt, before))
}

/**
 * Takes open checks without activity since a time, oldest first, at most `mostOfInstallation` per installation. Skips
 * checks whose retry time is in the future, and checks that the app cannot access. Sets their last activity to `now`,
 * so that checks that never end do not block others.
 */
export async function takeNeglectedChecks(
  db: Database,
  { before, now, most, maxOfInstallation }: { before: Date; now: Date; most: number; maxOfInstallation: number },
): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    with due as (
      select checks.id, row_number() over (partition by repositories.installation_id
      order by checks.changed_at) as place, checks.changed_at
      from ${githubChecks} checks
      join ${githubRepositories} repositories on repositories.host = checks.host
      and repositories.repository_id = checks.repository_id
      join ${githubInstallations} installations on installations.host = repositories.host
      and installations.installation_id = repositories.installation_id
      where checks.concluded_at is null and checks.changed_at < ${before.toISOString()}
      and (checks.retry_at is null or checks.retry_at <= ${now.toISOString()}) and installations.suspended_at is null),
    taken as (
      select id from ${githubChecks} where id in (select id from due where place <= ${maxOfInstallation}
      order by changed_at limit ${most}) and concluded_at is null for update skip locked)
    update ${githubChecks} set changed_at = ${now.toISOString()} where id in (select id from taken) returning id`)
  return rows.map(({ id }) => id)
}

/**
 * Takes some checks that were concluded by a worker of the previous version and have not changed since a time. Locks
 * them until the transaction ends.
 */
export async function takeConcludedByVersionBefore(
  tx: Database,
  { before, most }: { readonly before: Date; readonly most: number },
): Promise<string[]> {
  const rows = await tx
    .select({ id: githubChecks.id })
    .from(githubChecks)
    .where(and(concludedByVersionBefore, lt(githubChecks.changedAt, before)))
    .orderBy(asc(githubChecks.changedAt))
    .limit(most)
    .for('update', { skipLocked: true })
  return rows.map(({ id }) => id)
}
