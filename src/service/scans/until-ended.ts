import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../db/client.ts'
import { isScanUnfinished } from '../db/scans/scans.ts'
import { scanLimits } from './scan-limits.ts'

/** Watches a scan for the worker that runs it. */
export interface ScanWatch extends Disposable {
  /** Aborts if the scan ends without this worker, because it was canceled or its worker was considered lost. */
  readonly ended: AbortSignal
}

/**
 * Checks every second whether the scan is still unfinished. Polling also works after a database interruption, when a
 * notification may be missed.
 */
export function watchUntilEnded(db: Database, scanId: string): ScanWatch {
  const over = new AbortController()
  const ended = new AbortController()
  const watch = async () => {
    while (!over.signal.aborted) {
      await pause(scanLimits.cancelPollMs, undefined, { signal: over.signal, ref: false }).catch(() => {})
      // If the database is unavailable, the scan is assumed to be unfinished.
      if (!over.signal.aborted && !(await isScanUnfinished(db, scanId).catch(() => true)))
        return ended.abort(new Error('the scan was ended elsewhere'))
    }
  }
  void watch()
  return { ended: ended.signal, [Symbol.dispose]: () => over.abort() }
}
