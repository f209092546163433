import type { Database } from '../../db/client.ts'
import { checksOfHead, checksThatAwait } from '../../db/github/comparisons.ts'
import type { Queue } from '../../queue/queue.ts'
import type { AnnounceScanEnd } from '../../scans/end-scan.ts'

/** Advances checks whose scan has ended, in the transaction that stores the end. */
export function advanceChecksOnScanFinished({ queue }: { readonly queue: Queue }): AnnounceScanEnd {
  return async (tx, { scan }) => {
    if (scan.githubRepositoryId === null) return
    for (const checkId of await checksThatAwait(tx, scan.id))
      await queue.enqueue(tx, 'advance-check', { checkId, force: false }, { key: checkId })
  }
}

/**
 * Stages can follow each other within a second. With 8 scans of an account at the same time, this stays below the 80
 * requests per minute after which GitHub rejects an installation,
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api.
 */
const stagesSeconds = 10

/** Publishes the progress of the checks' scans on GitHub: when a scan starts, and each stage of the scan of a head. */
export async function publishChecksOfScan(
  { db, queue }: { readonly db: Database; readonly queue: Queue },
  scan: { id: string; githubRepositoryId: number | null },
  isFirst: boolean,
): Promise<void> {
  if (scan.githubRepositoryId === null) return
  const checkIds = isFirst ? await checksThatAwait(db, scan.id) : await checksOfHead(db, scan.id)
  for (const checkId of checkIds)
    await queue.enqueue(db, 'tell-check', { checkId }, { key: checkId, onceInSeconds: stagesSeconds })
}
