import { and, eq } from 'drizzle-orm'
import type { Database } from './client.ts'
import { githubRepositories } from './schema.ts'

export type GithubRepository = typeof githubRepositories.$inferSelect

/** Stores what is known of a repository now; a default branch that is not told anew stays. */
export async function upsertGithubRepository(db: Database, repository: Omit<typeof githubRepositories.$inferInsert, 'createdAt'>): Promise<void> {
  const { host: _host, repositoryId: _id, defaultBranch, ...changed } = repository
  await db
    .insert(githubRepositories)
    .values(repository)
    .onConflictDoUpdate({ target: [githubRepositories.host, githubRepositories.repositoryId], set: { ...changed, ...(defaultBranch != null && { defaultBranch }) } })
}

export async function findGithubRepository(db: Database, { host, repositoryId }: Pick<GithubRepository, 'host' | 'repositoryId'>): Promise<GithubRepository | undefined> {
  const [row] = await db.select().from(githubRepositories).where(and(eq(githubRepositories.host, host), eq(githubRepositories.repositoryId, repositoryId)))
  return row
}

export async function listRepositoriesOfInstallation(db: Database, { host, installationId }: Pick<GithubRepository, 'host' | 'installationId'>): Promise<GithubRepository[]> {
  return db.select().from(githubRepositories).where(and(eq(githubRepositories.host, host), eq(githubRepositories.installationId, installationId)))
}

/** Forgets a repository that the app has no more; returns it, undefined when it was not known. */
export async function removeGithubRepository(db: Database, { host, repositoryId }: Pick<GithubRepository, 'host' | 'repositoryId'>): Promise<GithubRepository | undefined> {
  const [row] = await db.delete(githubRepositories).where(and(eq(githubRepositories.host, host), eq(githubRepositories.repositoryId, repositoryId))).returning()
  return row
}
