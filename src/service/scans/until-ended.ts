import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../db/client.ts'
import { isScanUnfinished } from '../db/scans/scans.ts'
import { scanLimits } from './scan-limits.ts'

/** Watches a scan from the worker that works it. */
export interface ScanWatch extends Disposable {
  /** Aborts when the scan has ended without this worker: cancelled, or given up for lost. */
  readonly ended: AbortSignal
}

/**
 * Asks each second whether the scan is still to be worked: a query by key, which also holds after any
 * interruption of the database, as a notification that was missed would not.
 */
export function watchUntilEnded(db: Database, scanId: string): ScanWatch {
  const over = new AbortController()
  const ended = new AbortController()
  const watch = async () => {
    while (!over.signal.aborted) {
      await pause(scanLimits.cancelPollMs, undefined, { signal: over.signal, ref: false }).catch(() => {})
      // A database that is away says nothing of the scan.
      if (!over.signal.aborted && !(await isScanUnfinished(db, scanId).catch(() => true)))
        return ended.abort(new Error('the scan was ended elsewhere'))
    }
  }
  void watch()
  return { ended: ended.signal, [Symbol.dispose]: () => over.abort() }
}
