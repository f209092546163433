import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../db/client.ts'
import { isScanUnfinished } from '../db/scans/scans.ts'
import { scanLimits } from './scan-limits.ts'

/** Watches a scan from the worker that runs it. */
export interface ScanWatch extends Disposable {
  /** Aborts if the scan ended without this worker: it was canceled, or considered lost. */
  readonly ended: AbortSignal
}

/**
 * Checks every second whether the scan is still unfinished. A query by key also works after a database interruption,
 * unlike a notification that may be missed.
 */
export function watchUntilEnded(db: Database, scanId: string): ScanWatch {
  const over = new AbortController()
  const ended = new AbortController()
  const watch = async () => {
    while (!over.signal.aborted) {
      await pause(scanLimits.cancelPollMs, undefined, { signal: over.signal, ref: false }).catch(() => {})
      // An unavailable database gives no information about the scan.
      if (!over.signal.aborted && !(await isScanUnfinished(db, scanId).catch(() => true)))
        return ended.abort(new Error('the scan was ended elsewhere'))
    }
  }
  void watch()
  return { ended: ended.signal, [Symbol.dispose]: () => over.abort() }
}
