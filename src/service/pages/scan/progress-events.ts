import type { StreamPart } from '../../api/event-stream.ts'
import type { Database } from '../../db/client.ts'
import { findScanOfAnybody } from '../../db/scans/public-scans.ts'
import type { ScanChanges } from '../../db/scans/changes.ts'
import { eventStreamLimits } from '../../api/event-stream-limits.ts'
import { queuePositionOf } from '../../scans/estimate-completion.ts'
import { stageWords } from './unfinished-scan-page.ts'

interface EventsContext {
  readonly db: Database
  readonly scanChanges: ScanChanges
}

/** How often a place in the queue is looked at again, in milliseconds. */
const queueMs = 5_000

/** How far a scan is, as it goes on, in words for people, and that it has ended; nothing of what it is about. */
export async function* progressEvents(
  { db, scanChanges }: EventsContext,
  scanId: string,
  gone: AbortSignal,
): AsyncIterable<StreamPart> {
  const startedAt = performance.now()
  let told = ''
  let number = 0
  yield { retry: 2_000 }
  using watch = await scanChanges.watch(scanId)
  for (;;) {
    const scan = await findScanOfAnybody(db, scanId)
    if (!scan || scan.completedAt) {
      yield { id: number + 1, event: 'end', data: {} }
      return
    }
    const { stage, percent, status } = scan
    const place = status === 'pending' ? await queuePositionOf(db, scan) : undefined
    const data = { percent, says: `${stageWords[stage]}${place === undefined ? '' : ` Place in the queue: ${place}.`}` }
    const text = JSON.stringify(data)
    if (text === told) yield 'heartbeat'
    else yield { id: (number += 1), event: 'progress', data }
    told = text
    await watch.change(status === 'pending' ? queueMs : eventStreamLimits.heartbeatMs, gone)
    if (
      gone.aborted ||
      scanChanges.stopping.aborted ||
      performance.now() - startedAt >= eventStreamLimits.maxDurationMs
    )
      return
  }
}
