import { lt } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { githubWorkflowTokens } from './installations-schema.ts'

/**
 * Stores the hash of a workflow's identity token. Returns false if it is already stored. Only one of several concurrent
 * requests succeeds.
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

export async function removeEndedWorkflowTokens(db: Database, now: Date): Promise<void> {
  await db.delete(githubWorkflowTokens).where(lt(githubWorkflowTokens.expiresAt, now))
}
