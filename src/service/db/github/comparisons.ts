import { and, asc, desc, eq, or, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { githubComparisons } from './schema.ts'
import { preparedQuery } from '../prepared-query.ts'
import { githubChecks } from './checks-schema.ts'
import { githubInstallations, githubRepositories } from './installations-schema.ts'
import { scans } from '../scans/schema.ts'

export type GithubComparison = typeof githubComparisons.$inferSelect
type RepositoryKey = Pick<GithubComparison, 'host' | 'repositoryId'>

const ofCheck = preparedQuery((db) =>
  db
    .select()
    .from(githubComparisons)
    .where(eq(githubComparisons.checkId, sql.placeholder('checkId')))
    .orderBy(asc(githubComparisons.startedAt), asc(githubComparisons.id))
    .prepare('github_comparisons_of_check'),
)

/** Lists the comparisons of a check, oldest first. */
export async function listComparisons(db: Database, checkId: string): Promise<GithubComparison[]> {
  return ofCheck(db).execute({ checkId })
}

/** Stores a comparison, unless the check already has one with the same key. */
export async function insertComparison(db: Database, comparison: typeof githubComparisons.$inferInsert): Promise<void> {
  await db
    .insert(githubComparisons)
    .values(comparison)
    .onConflictDoNothing({ target: [githubComparisons.checkId, githubComparisons.key] })
}

export async function updateComparison(
  db: Database,
  id: string,
  change: Partial<Omit<GithubComparison, 'id' | 'checkId'>>,
): Promise<void> {
  await db.update(githubComparisons).set(change).where(eq(githubComparisons.id, id))
}

/** Comparison with its check's commit. */
export type ComparisonOfPull = GithubComparison & { readonly headSha: string }

/** Lists all comparisons of a pull request, for every commit. */
export async function listComparisonsOfPull(
  db: Database,
  { host, repositoryId, pullNumber }: RepositoryKey & { readonly pullNumber: number },
): Promise<ComparisonOfPull[]> {
  const rows = await db
    .select({ comparison: githubComparisons, headSha: githubChecks.headSha })
    .from(githubComparisons)
    .innerJoin(githubChecks, eq(githubChecks.id, githubComparisons.checkId))
    .where(
      and(
        eq(githubComparisons.host, host),
        eq(githubComparisons.repositoryId, repositoryId),
        eq(githubComparisons.pullNumber, pullNumber),
      ),
    )
    .orderBy(asc(githubComparisons.checkId))
  return rows.map(({ comparison, headSha }) => ({ ...comparison, headSha }))
}

/** Lists a pull request's checks that were created by the previous version and have no comparison yet. */
export async function listUnconvertedChecksOfPull(
  db: Database,
  { host, repositoryId, pullNumber }: RepositoryKey & { readonly pullNumber: number },
): Promise<(typeof githubChecks.$inferSelect)[]> {
  return db
    .select()
    .from(githubChecks)
    .where(
      and(
        eq(githubChecks.host, host),
        eq(githubChecks.repositoryId, repositoryId),
        eq(githubChecks.pullNumber, pullNumber),
        sql`not exists (select from ${githubComparisons} where ${githubComparisons.checkId} = ${githubChecks.id})`,
      ),
    )
}

/** Marks open pull requests whose base branch has moved. Returns the IDs of some of their checks, newest first. */
export async function markMovedBase(
  db: Database,
  {
    host,
    repositoryId,
    baseRef,
    now,
    most,
  }: RepositoryKey & { readonly baseRef: string; readonly now: Date; readonly most: number },
): Promise<string[]> {
  const rows = await db
    .update(githubComparisons)
    .set({ baseMovedAt: now })
    .where(
      and(
        eq(githubComparisons.host, host),
        eq(githubComparisons.repositoryId, repositoryId),
        eq(githubComparisons.baseRef, baseRef),
        eq(githubComparisons.lifecycle, 'open'),
        eq(githubComparisons.cause, 'pull_request'),
      ),
    )
    .returning({ checkId: githubComparisons.checkId, startedAt: githubComparisons.startedAt })
  return [
    ...new Set(rows.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime()).map(({ checkId }) => checkId)),
  ].slice(0, most)
}

/**
 * Takes checks whose base branch moved and that the app can access, oldest first, with a maximum per installation. Sets
 * their move time to `now`, so that the next call takes others.
 */
export async function takeMovedBases(
  db: Database,
  { now, most, maxOfInstallation }: { readonly now: Date; readonly most: number; readonly maxOfInstallation: number },
): Promise<string[]> {
  const rows = await db.execute<{ checkId: string }>(sql`
    with due as (
      select compared.id, compared.base_moved_at, row_number() over (partition by repositories.installation_id
      order by compared.base_moved_at) as place
      from ${githubComparisons} compared
      join ${githubRepositories} repositories on repositories.host = compared.host
      and repositories.repository_id = compared.repository_id
      join ${githubInstallations} installations on installations.host = repositories.host
      and installations.installation_id = repositories.installation_id
      where compared.base_moved_at is not null and compared.lifecycle = 'open' and installations.suspended_at is null)
    update ${githubComparisons} set base_moved_at = ${now.toISOString()}
    where base_moved_at is not null and id in (select id from due where place <= ${maxOfInstallation}
    order by base_moved_at limit ${most})
    returning check_id as "checkId"`)
  return [...new Set(rows.map(({ checkId }) => checkId))]
}

/**
 * Lists an installation's finished comparisons whose scan did not find the repository or commit, newest first. Includes
 * only open pull requests, pushes, and merge queues.
 */
export async function listNotFound(
  db: Database,
  { host, installationId, most }: { readonly host: string; readonly installationId: number; readonly most: number },
): Promise<Pick<GithubComparison, 'id' | 'checkId'>[]> {
  return db
    .selectDistinct({
      id: githubComparisons.id,
      checkId: githubComparisons.checkId,
      startedAt: githubComparisons.startedAt,
    })
    .from(githubComparisons)
    .innerJoin(
      githubRepositories,
      and(
        eq(githubRepositories.host, githubComparisons.host),
        eq(githubRepositories.repositoryId, githubComparisons.repositoryId),
      ),
    )
    .innerJoin(scans, or(eq(scans.id, githubComparisons.baseScanId), eq(scans.id, githubComparisons.headScanId)))
    .where(
      and(
        eq(githubRepositories.host, host),
        eq(githubRepositories.installationId, installationId),
        eq(githubComparisons.lifecycle, 'open'),
        eq(githubComparisons.state, 'completed'),
        eq(scans.errorCode, 'SOURCE_NOT_FOUND'),
      ),
    )
    .orderBy(desc(githubComparisons.startedAt))
    .limit(most)
}

/**
 * Returns the IDs of the checks with a comparison that waits for this scan. Includes checks whose run was concluded in
 * the meantime by a worker of the previous version.
 */
export async function checksThatAwait(db: Database, scanId: string): Promise<CheckOfScan[]> {
  return checksWith(db, or(eq(githubComparisons.baseScanId, scanId), eq(githubComparisons.headScanId, scanId)))
}

/**
 * Returns the IDs of the checks with a comparison whose head this scan analyzes. Their runs show the scan's progress.
 */
export async function checksOfHead(db: Database, scanId: string): Promise<CheckOfScan[]> {
  return checksWith(db, eq(githubComparisons.headScanId, scanId))
}

/** A check that uses a scan. The cause is that of a pull request if any of its comparisons is. */
export type CheckOfScan = Pick<GithubComparison, 'id' | 'cause'>

async function checksWith(db: Database, condition: SQL | undefined): Promise<CheckOfScan[]> {
  // `pull_request` comes before `push` in the alphabet.
  const rows = await db
    .selectDistinctOn([githubComparisons.checkId], { id: githubComparisons.checkId, cause: githubComparisons.cause })
    .from(githubComparisons)
    .where(condition)
    .orderBy(githubComparisons.checkId, asc(githubComparisons.cause))
  return rows
}
