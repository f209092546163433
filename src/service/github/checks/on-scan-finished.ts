import type { Database } from '../../db/client.ts'
import { checksOfHead, checksThatAwait } from '../../db/github/comparisons.ts'
import type { Queue } from '../../queue/queue.ts'
import type { AnnounceScanEnd } from '../../scans/end-scan.ts'
import { enqueueAdvance, enqueueTell } from './check-jobs.ts'

/** Advances an ended scan's checks, in the transaction that stores the end. */
export function advanceChecksOnScanFinished({ queue }: { readonly queue: Queue }): AnnounceScanEnd {
  return async (tx, { scan }) => {
    if (scan.githubRepositoryId === null) return
    for (const check of await checksThatAwait(tx, scan.id)) await enqueueAdvance(queue, tx, check)
  }
}

/**
 * Minimum interval between two updates of a run. Stages can follow each other within a second. If an account runs 8
 * scans concurrently, this stays below the 80 requests per minute after which GitHub rejects an installation. See
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api.
 */
const stagesSeconds = 10

/** Publishes scan progress in check runs on GitHub: the start of each scan, and each stage of a head scan. */
export async function publishChecksOfScan(
  { db, queue }: { readonly db: Database; readonly queue: Queue },
  scan: { id: string; githubRepositoryId: number | null },
  isFirst: boolean,
): Promise<void> {
  if (scan.githubRepositoryId === null) return
  const checks = isFirst ? await checksThatAwait(db, scan.id) : await checksOfHead(db, scan.id)
  for (const check of checks) await enqueueTell(queue, db, check, { onceInSeconds: stagesSeconds })
}
