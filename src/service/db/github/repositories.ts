import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { githubRepositories } from './installations-schema.ts'
import { scans } from '../scans/schema.ts'

export type GithubRepository = typeof githubRepositories.$inferSelect
type RepositoryKey = Pick<GithubRepository, 'host' | 'repositoryId'>
type StoredRepository = Omit<typeof githubRepositories.$inferInsert, 'createdAt'>

/** Number of rows per INSERT. PostgreSQL accepts 65,535 parameters, and a row has 8. */
const batchRows = 2_000

/**
 * Stores the current data of repositories. Keeps the stored default branch if none is given. Locks changed rows until
 * the transaction ends.
 */
export async function upsertGithubRepositories(db: Database, repositories: readonly StoredRepository[]): Promise<void> {
  // A statement cannot insert the same row twice. The fixed order prevents deadlocks.
  const ordered = [...new Map(repositories.map((repository) => [repository.repositoryId, repository])).values()].sort(
    (a, b) => a.repositoryId - b.repositoryId,
  )
  for (let start = 0; start < ordered.length; start += batchRows) {
    await db
      .insert(githubRepositories)
      .values(ordered.slice(start, start + batchRows))
      .onConflictDoUpdate({
        target: [githubRepositories.host, githubRepositories.repositoryId],
        set: {
          accountId: sql`excluded.account_id`,
          installationId: sql`excluded.installation_id`,
          ownerLogin: sql`excluded.owner_login`,
          name: sql`excluded.name`,
          isPrivate: sql`excluded.is_private`,
          defaultBranch: sql`coalesce(excluded.default_branch, ${githubRepositories.defaultBranch})`,
        },
      })
  }
}

export async function findGithubRepository(
  db: Database,
  { host, repositoryId }: RepositoryKey,
): Promise<GithubRepository | undefined> {
  const [row] = await db
    .select()
    .from(githubRepositories)
    .where(and(eq(githubRepositories.host, host), eq(githubRepositories.repositoryId, repositoryId)))
  return row
}

/**
 * Returns the GitHub IDs of the private repositories in an account's installations. If all are public, returns all IDs.
 */
export async function listDecidingRepositoryIds(
  db: Database,
  { host, accountId }: { host: string; accountId: string },
): Promise<number[]> {
  const rows = await db
    .select({ id: githubRepositories.repositoryId, isPrivate: githubRepositories.isPrivate })
    .from(githubRepositories)
    .where(and(eq(githubRepositories.accountId, accountId), eq(githubRepositories.host, host)))
  const secret = rows.filter(({ isPrivate }) => isPrivate)
  return (secret.length > 0 ? secret : rows).map(({ id }) => id)
}

/** Returns a repository, and locks it until the transaction ends. */
export async function lockGithubRepository(
  db: Database,
  { host, repositoryId }: RepositoryKey,
): Promise<GithubRepository | undefined> {
  const [row] = await db
    .select()
    .from(githubRepositories)
    .where(and(eq(githubRepositories.host, host), eq(githubRepositories.repositoryId, repositoryId)))
    .for('update')
  return row
}

/** Returns the repositories that belong to another account. */
export async function listRepositoriesOfOthers(
  db: Database,
  {
    host,
    accountId,
    repositoryIds,
  }: Pick<GithubRepository, 'host' | 'accountId'> & { repositoryIds: readonly number[] },
): Promise<GithubRepository[]> {
  if (repositoryIds.length === 0) return []
  return db
    .select()
    .from(githubRepositories)
    .where(
      and(
        eq(githubRepositories.host, host),
        ne(githubRepositories.accountId, accountId),
        sql`${githubRepositories.repositoryId} = any(${`{${repositoryIds.join()}}`}::bigint[])`,
      ),
    )
}

/** Returns the IDs of some of an installation's repositories. */
export async function listRepositoryIdsOfInstallation(
  db: Database,
  { host, installationId }: Pick<GithubRepository, 'host' | 'installationId'>,
  most: number,
): Promise<number[]> {
  const rows = await db
    .select({ id: githubRepositories.repositoryId })
    .from(githubRepositories)
    .where(and(eq(githubRepositories.host, host), eq(githubRepositories.installationId, installationId)))
    .orderBy(asc(githubRepositories.repositoryId))
    .limit(most)
  return rows.map(({ id }) => id)
}

/**
 * Locks and returns some of an installation's repositories that the app has never scanned. Skips rows that other
 * transactions have locked.
 */
export async function lockUnscannedRepositories(
  db: Database,
  { host, installationId }: Pick<GithubRepository, 'host' | 'installationId'>,
  most: number,
): Promise<GithubRepository[]> {
  return db
    .select()
    .from(githubRepositories)
    .where(
      and(
        eq(githubRepositories.host, host),
        eq(githubRepositories.installationId, installationId),
        sql`not exists (select 1 from ${scans} where ${scans.githubRepositoryId} = ${githubRepositories.repositoryId}
          and ${scans.accountId} = ${githubRepositories.accountId})`,
      ),
    )
    .orderBy(asc(githubRepositories.repositoryId))
    .limit(most)
    .for('update', { skipLocked: true })
}

/** Deletes a repository that the app can no longer access. */
export async function removeGithubRepository(db: Database, { host, repositoryId }: RepositoryKey): Promise<void> {
  await db
    .delete(githubRepositories)
    .where(and(eq(githubRepositories.host, host), eq(githubRepositories.repositoryId, repositoryId)))
}

/** Counts an account's repositories by installation, using the index on accounts. */
export async function countRepositoriesOfInstallations(
  db: Database,
  accountId: string,
): Promise<readonly (Pick<GithubRepository, 'host' | 'installationId'> & { readonly repositories: number })[]> {
  const { host, installationId } = githubRepositories
  return db
    .select({ host, installationId, repositories: count() })
    .from(githubRepositories)
    .where(eq(githubRepositories.accountId, accountId))
    .groupBy(host, installationId)
}
