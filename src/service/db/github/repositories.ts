import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { githubRepositories } from './installations-schema.ts'
import { scans } from '../scans/schema.ts'

export type GithubRepository = typeof githubRepositories.$inferSelect
type RepositoryKey = Pick<GithubRepository, 'host' | 'repositoryId'>
type StoredRepository = Omit<typeof githubRepositories.$inferInsert, 'createdAt'>

/** Rows of one INSERT: PostgreSQL takes 65,535 parameters, a row has 8. */
const batchRows = 2_000

/**
 * Stores what is known of repositories now; a default branch that is not told anew stays. Changed rows are locked until
 * the transaction ends.
 */
export async function upsertGithubRepositories(db: Database, repositories: readonly StoredRepository[]): Promise<void> {
  // A row may be inserted once a statement, and always in the same order: two transactions must not wait for each
  // other.
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

/** GitHub's numbers of the private repositories that installations of an account have. */
export async function listPrivateRepositoryIds(
  db: Database,
  { host, accountId }: { host: string; accountId: string },
): Promise<number[]> {
  const rows = await db
    .select({ id: githubRepositories.repositoryId })
    .from(githubRepositories)
    .where(
      and(
        eq(githubRepositories.accountId, accountId),
        eq(githubRepositories.host, host),
        eq(githubRepositories.isPrivate, true),
      ),
    )
  return rows.map(({ id }) => id)
}

/** A repository that nobody else changes before the transaction ends. */
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

/** Those of these repositories that are known as another account's. */
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

/** Numbers of some repositories that came by an installation. */
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
 * Some repositories of an installation for which the app has never asked for a scan; locked, and those that another
 * transaction has locked are left out.
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

/** Forgets a repository that the app has no more. */
export async function removeGithubRepository(db: Database, { host, repositoryId }: RepositoryKey): Promise<void> {
  await db
    .delete(githubRepositories)
    .where(and(eq(githubRepositories.host, host), eq(githubRepositories.repositoryId, repositoryId)))
}
