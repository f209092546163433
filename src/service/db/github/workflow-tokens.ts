import { lt } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { githubWorkflowTokens } from './installations-schema.ts'

/**
 * Takes an identity token of a workflow, by a hash that stands for it; false when it was taken before. Of requests that
 * come at once one gets it.
 */
export async function takeWorkflowToken(
  db: Database,
  token: typeof githubWorkflowTokens.$inferInsert,
): Promise<boolean> {
  const taken = await db
    .insert(githubWorkflowTokens)
    .values(token)
    .onConflictDoNothing()
    .returning({ hash: githubWorkflowTokens.hash })
  return taken.length > 0
}

/** Forgets tokens that are worth nothing any more. */
export async function removeEndedWorkflowTokens(db: Database, now: Date): Promise<void> {
  await db.delete(githubWorkflowTokens).where(lt(githubWorkflowTokens.expiresAt, now))
}
