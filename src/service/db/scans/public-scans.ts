import { eq } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { scans } from './schema.ts'

/**
 * Returns any account's scan, without its submitted URL, webhook, and failure message. Account and priority are
 * included to compute its position in the queue.
 */
export async function findScanOfAnybody(db: Database, scanId: string) {
  const {
    id,
    accountId,
    status,
    stage,
    percent,
    failOn,
    baseline,
    isPrivate,
    source,
    canonicalUrl,
    githubRepositoryId,
    results,
    verdict,
    coverage,
    inventoryDigest,
    errorCode,
    priority,
    createdAt,
    completedAt,
  } = scans
  const [row] = await db
    .select({
      id,
      accountId,
      status,
      stage,
      percent,
      failOn,
      baseline,
      isPrivate,
      source,
      canonicalUrl,
      githubRepositoryId,
      results,
      verdict,
      coverage,
      inventoryDigest,
      errorCode,
      priority,
      createdAt,
      completedAt,
    })
    .from(scans)
    .where(eq(scans.id, scanId))
  return row
}
