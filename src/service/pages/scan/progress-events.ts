import type { StreamPart } from '../../api/event-stream.ts'
import type { Database } from '../../db/client.ts'
import { findScanOfAnybody } from '../../db/scans/public-scans.ts'
import type { ScanChanges } from '../../db/scans/changes.ts'
import { eventStreamLimits } from '../../api/event-stream-limits.ts'
import { findShownProgress } from './shown-progress.ts'

interface EventsContext {
  readonly db: Database
  readonly scanChanges: ScanChanges
}

/** Interval between updates of the queue position, in milliseconds. */
const queueMs = 5_000

/** Yields the progress of a scan as text, and an event when it ends. Events never describe the project. */
export async function* progressEvents(
  { db, scanChanges }: EventsContext,
  scanId: string,
  gone: AbortSignal,
): AsyncIterable<StreamPart> {
  const startedAt = performance.now()
  let lastSent = ''
  let number = 0
  yield { retry: 2_000 }
  using watch = await scanChanges.watch(scanId)
  for (;;) {
    const scan = await findScanOfAnybody(db, scanId)
    if (!scan || scan.completedAt) {
      yield { id: number + 1, event: 'end', data: {} }
      return
    }
    const data = await findShownProgress(db, scan)
    const text = JSON.stringify(data)
    if (text === lastSent) yield 'heartbeat'
    else yield { id: (number += 1), event: 'progress', data }
    lastSent = text
    await watch.change(scan.status === 'pending' ? queueMs : eventStreamLimits.heartbeatMs, gone)
    if (
      gone.aborted ||
      scanChanges.stopping.aborted ||
      performance.now() - startedAt >= eventStreamLimits.maxDurationMs
    )
      return
  }
}
