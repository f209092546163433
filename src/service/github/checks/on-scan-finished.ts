import type { Database } from '../../db/client.ts'
import { checksThatAwait } from '../../db/github/comparisons.ts'
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

/** Stages can follow each other within a second, and GitHub limits updates. */
const stagesSeconds = 2

/** Publishes the progress of the checks' scans on GitHub. */
export async function publishChecksOfScan(
  { db, queue }: { readonly db: Database; readonly queue: Queue },
  scan: { id: string; githubRepositoryId: number | null },
): Promise<void> {
  if (scan.githubRepositoryId === null) return
  for (const checkId of await checksThatAwait(db, scan.id))
    await queue.enqueue(db, 'tell-check', { checkId }, { key: checkId, onceInSeconds: stagesSeconds })
}
