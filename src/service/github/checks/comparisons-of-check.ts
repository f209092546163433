import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/client.ts'
import type { GithubCheck } from '../../db/github/checks.ts'
import {
  type GithubComparison,
  insertComparison,
  listComparisons,
  listUnconvertedChecksOfPull,
} from '../../db/github/comparisons.ts'

/** Returns a check's comparisons. A check created by the previous version is converted to one comparison. */
export async function comparisonsOfCheck(db: Database, check: GithubCheck): Promise<GithubComparison[]> {
  const comparisons = await listComparisons(db, check.id)
  if (comparisons.length > 0) return comparisons
  await insertComparison(db, describedBy(check))
  return listComparisons(db, check.id)
}

/** Converts a pull request's checks that were created by the previous version. */
export async function convertChecksOfPull(
  db: Database,
  pull: Pick<GithubCheck, 'host' | 'repositoryId'> & { readonly pullNumber: number },
): Promise<void> {
  for (const check of await listUnconvertedChecksOfPull(db, pull)) await insertComparison(db, describedBy(check))
}

/**
 * Returns the key that identifies one of a commit's comparisons. Each push with a base has its own key, and all pushes
 * without a base share one.
 */
export function comparisonKey({
  cause,
  pullNumber,
  baseRef,
  baseSha,
}: Pick<GithubComparison, 'cause' | 'pullNumber' | 'baseRef' | 'baseSha'>): string {
  if (cause === 'pull_request') return `pull:${pullNumber ?? 0}`
  if (cause === 'merge_group') return `merge_group:${baseRef}`
  return baseSha === null ? 'push' : `push:${baseRef}:${baseSha}`
}

function describedBy(check: GithubCheck): GithubComparison {
  const {
    host,
    repositoryId,
    cause,
    pullNumber,
    baseRef,
    baseSha,
    isFork,
    authorMayWrite,
    isQuiet,
    endedBecause,
    baseScanId,
    headScanId,
    changedLines,
    createdAt,
  } = check
  const isEnded = check.state === 'superseded' || check.state === 'abandoned'
  return {
    id: randomUUID(),
    checkId: check.id,
    key: comparisonKey(check),
    host,
    repositoryId,
    cause,
    pullNumber,
    baseRef,
    baseSha,
    isFork,
    authorMayWrite,
    isQuiet,
    endedBecause,
    baseScanId,
    headScanId,
    changedLines,
    mergeBase: null,
    lifecycle: check.state === 'superseded' ? 'superseded' : check.state === 'abandoned' ? 'closed' : 'open',
    state: isEnded ? 'abandoned' : (check.state as GithubComparison['state']),
    isForced: false,
    baseMovedAt: null,
    missingSince: null,
    toldAt: createdAt,
    startedAt: createdAt,
  }
}
