import { and, eq } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { githubPullNotes } from './schema.ts'

export type PullNotes = typeof githubPullNotes.$inferSelect
type Pull = Pick<PullNotes, 'host' | 'repositoryId' | 'pullNumber'>

const samePull = ({ host, repositoryId, pullNumber }: Pull) =>
  and(
    eq(githubPullNotes.host, host),
    eq(githubPullNotes.repositoryId, repositoryId),
    eq(githubPullNotes.pullNumber, pullNumber),
  )

/** Returns a pull request's stored comment and review. */
export async function findPullNotes(db: Database, pull: Pull): Promise<PullNotes | undefined> {
  const [row] = await db.select().from(githubPullNotes).where(samePull(pull))
  return row
}

/** Stores the changed fields of a pull request's comment and review. */
export async function storePullNotes(
  db: Database,
  { host, repositoryId, pullNumber }: Pull,
  change: Partial<Omit<PullNotes, keyof Pull>>,
): Promise<void> {
  await db
    .insert(githubPullNotes)
    .values({ host, repositoryId, pullNumber, ...change })
    .onConflictDoUpdate({
      target: [githubPullNotes.host, githubPullNotes.repositoryId, githubPullNotes.pullNumber],
      set: change,
    })
}

/** Removes the comments and reviews in a repository that the app can no longer access. */
export async function removePullNotes(
  db: Database,
  { host, repositoryId }: Pick<PullNotes, 'host' | 'repositoryId'>,
): Promise<void> {
  await db
    .delete(githubPullNotes)
    .where(and(eq(githubPullNotes.host, host), eq(githubPullNotes.repositoryId, repositoryId)))
}
