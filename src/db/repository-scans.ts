import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Database } from './client.ts'
import { removals, scans } from './schema.ts'

/** Removes what the app found in a repository while it was private, with everything that tells of it, and records that it did; returns how many scans. */
export async function removeScansOfRepository(db: Database, removal: { accountId: string; repositoryId: number; subject: string; reason: string; now: Date }): Promise<number> {
  const { accountId, repositoryId, subject, reason, now } = removal
  const removed = await db.delete(scans).where(and(eq(scans.accountId, accountId), eq(scans.githubRepositoryId, repositoryId), eq(scans.isPrivate, true))).returning({ id: scans.id })
  await db.insert(removals).values({ id: randomUUID(), accountId, subject, reason, scans: removed.length, removedAt: now })
  return removed.length
}

/** A repository became private: nobody but its account sees its scans from now on. */
export async function hideScansOfRepository(db: Database, repositoryId: number): Promise<void> {
  await db.update(scans).set({ isPrivate: true }).where(and(eq(scans.githubRepositoryId, repositoryId), eq(scans.isPrivate, false)))
}
