import type { Database } from '../../db/client.ts'
import { type CheckOfPull, updateGithubCheck } from '../../db/github-checks.ts'
import { endWithFailure } from '../../scan/end-scan.ts'
import type { GitHubContext } from '../github-event.ts'

/** Ends a check before its scan did, cancels the scan, and has GitHub told; part of `tx`. */
export async function endCheck({ queue, announceScanEnd }: Pick<GitHubContext, 'queue' | 'announceScanEnd'>, tx: Database, check: Pick<CheckOfPull, 'id' | 'headScanId'>, end: { state: 'superseded' | 'abandoned'; because: string }): Promise<void> {
  await updateGithubCheck(tx, check.id, { state: end.state, endedBecause: end.because })
  // The base's scan serves the next commit of the same pull request.
  if (check.headScanId !== null) await endWithFailure({ db: tx, announceScanEnd }, check.headScanId, { code: 'CANCELLED', message: end.because })
  await queue.enqueue(tx, 'tell-check', { checkId: check.id }, { key: check.id })
}
