import type { Database } from '../db/client.ts'
import { listFindings } from '../db/scans/findings.ts'
import type { ScanChanges } from '../db/scans/changes.ts'
import { listScanProgress } from '../db/scans/progress.ts'
import { findScan, type ScanRow } from '../db/scans/scans.ts'
import { findingStates } from '../../engine/model/finding.ts'
import { withGroup } from '../../engine/reports/finding-groups.ts'
import { eventStreamLimits } from './event-stream-limits.ts'
import type { Connection } from './endpoint.ts'
import type { StreamedEvent, StreamPart } from './event-stream.ts'

/**
 * Describes which events to stream. A scan's events have fixed numbers: the progress steps from 1, then the findings in
 * list order, then the end. After an interruption, any process can therefore send the same events again.
 */
export interface ScanEventsOf {
  readonly accountId: string
  readonly scanId: string
  /** Number of the last event received by the client. */
  readonly after: number
  readonly connection: Connection
  /** Durations and intervals in milliseconds. */
  readonly pace?: { readonly maxDurationMs: number; readonly heartbeatMs: number; readonly permissionCheckMs: number }
}

interface EventsContext {
  readonly db: Database
  readonly scanChanges: ScanChanges
}

/** Number of findings per query. */
const pageSize = 100

/** Reconnection time in milliseconds if a stream ends before the scan. */
const retryMs = 2_000

/**
 * Yields the scan events after a given one. Ends when the scan finishes, the caller loses access, the client
 * disconnects, the service stops, or the maximum duration is over.
 */
export async function* scanEvents(
  context: EventsContext,
  { accountId, scanId, after, connection, pace = eventStreamLimits }: ScanEventsOf,
): AsyncIterable<StreamPart> {
  const startedAt = performance.now()
  let rightsAt = startedAt
  let heardAt = startedAt
  let last = after
  // Also checked between events, because a slow client can take minutes to read existing events.
  const mayStill = async () => {
    if (performance.now() - rightsAt < pace.permissionCheckMs) return true
    rightsAt = performance.now()
    return connection.mayStill()
  }
  yield { retry: retryMs }
  using watch = await context.scanChanges.watch(scanId)
  for (;;) {
    const scan = await findScan(context.db, accountId, scanId)
    // A deleted scan has no more events. A client that reconnects gets NOT_FOUND.
    if (!scan) return
    for await (const event of eventsAfter(context.db, scan, last)) {
      if (!(await mayStill())) return
      yield event
      last = event.id
      heardAt = performance.now()
    }
    if (scan.completedAt) return
    await watch.change(pace.heartbeatMs, connection.signal)
    const now = performance.now()
    if (connection.signal.aborted) return
    // After the reconnection time, the client reconnects to another process, or to the restarted one, which continues
    // after the last event.
    if (context.scanChanges.stopping.aborted) yield { retry: retryMs, after: last }
    if (context.scanChanges.stopping.aborted || now - startedAt >= pace.maxDurationMs) return
    if (!(await mayStill())) return
    if (now - heardAt >= pace.heartbeatMs) {
      yield 'heartbeat'
      heardAt = now
    }
  }
}

/** Yields the existing events after the given number. */
async function* eventsAfter(db: Database, scan: ScanRow, last: number): AsyncIterable<StreamedEvent> {
  if (last < scan.progressNumber) {
    for (const { number, stage, percent } of await listScanProgress(db, scan.id, last))
      yield { id: number, event: 'progress', data: { stage, percent } }
  }
  if (!scan.completedAt) return
  const firstFinding = scan.progressNumber + 1
  let offset = Math.max(0, last - scan.progressNumber)
  for (;;) {
    const { findings, total } = await listFindings(
      db,
      { scanId: scan.id, states: findingStates },
      { limit: pageSize, offset },
    )
    for (const finding of findings) {
      yield { id: firstFinding + offset, event: 'finding', data: withGroup(finding) }
      offset += 1
    }
    if (offset < total) continue
    const end = firstFinding + total
    if (last < end) yield { id: end, event: 'end', data: endOf(scan) }
    return
  }
}

function endOf({ status, verdict, results, errorCode, errorMessage }: ScanRow): object {
  return {
    status,
    ...(verdict && { verdict }),
    ...(results && { results }),
    ...(errorCode && { error: { code: errorCode, message: errorMessage ?? '' } }),
  }
}

/** Reports whether the client has received all events of the scan. */
export async function isHeardToTheEnd(db: Database, scan: ScanRow, last: number): Promise<boolean> {
  if (!scan.completedAt || last <= scan.progressNumber) return false
  const { total } = await listFindings(db, { scanId: scan.id, states: findingStates }, { limit: 1, offset: 0 })
  return last > scan.progressNumber + total
}
