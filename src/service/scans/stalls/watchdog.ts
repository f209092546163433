import { Worker } from 'node:worker_threads'
import { builtModule } from '../../../engine/isolation/built-module.ts'
import type { Logger } from 'pino'

/** Limits after which a thread is considered stalled, in milliseconds. */
export interface StallBounds {
  /** CPU time that the thread used without a turn of its event loop. */
  readonly busyMs: number
  /**
   * Time without a turn, regardless of what the thread did. Excludes time in which the watchdog itself was suspended.
   */
  readonly silentMs: number
}

/**
 * `busyMs` is below the 10 s after which the queue considers a silent worker lost, so the stall is recorded before
 * another worker takes the scan. It is above the longest measured block with the worst inputs, less than 1 s. It
 * measures CPU time, because a machine that is suspended, swaps, or is overloaded can stop a thread for any time
 * without a fault of the scan. `silentMs` is for a thread that waits for a disk that never responds.
 */
export const stallBounds: StallBounds = { busyMs: 6_000, silentMs: 120_000 }

/** Interval at which the thread signals that its event loop turns. */
const beatMs = 250

/** Input of the watchdog thread. */
export interface WatchdogOptions {
  /** Connection URL. The watchdog uses a separate connection, because a blocked thread cannot use its own. */
  readonly databaseUrl: string
  readonly directUrl: string | undefined
  readonly bounds: StallBounds
  /** Incremented with each beat. */
  readonly beats: SharedArrayBuffer
}

/** Tells the watchdog which scans are running. */
export interface WatchedScans {
  /** Reports that a scan of this source has started, which may cause a stall. */
  begin(scanId: string, sourceKey: string): void
  end(scanId: string): void
}

export type WatchdogNotice = { readonly begun: string; readonly sourceKey: string } | { readonly ended: string }

/**
 * Starts a thread that watches the current one. If the current thread stalls during a scan, the watchdog records the
 * stall for the sources of all running scans. It then ends the process with SIGKILL, because a blocked thread reacts to
 * nothing else. The queue recovers the process's jobs by their missing heartbeat, as after any crash. The watchdog does
 * not keep the process alive.
 */
export function startWatchdog({
  databaseUrl,
  directUrl,
  log,
  bounds = stallBounds,
}: {
  readonly databaseUrl: string
  /** See `DatabaseOptions`. */
  readonly directUrl?: string | undefined
  readonly log: Logger
  readonly bounds?: StallBounds
}): WatchedScans & AsyncDisposable {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const counter = new Int32Array(beats)
  const options: WatchdogOptions = { databaseUrl, directUrl, bounds, beats }
  const thread = new Worker(builtModule(new URL('watchdog-thread.ts', import.meta.url)), { workerData: options })
  thread.unref()
  thread.on('error', (error) =>
    log.error({ err: error }, 'watchdog stopped: restart the process to detect stalled scans'),
  )
  const heart = setInterval(() => Atomics.add(counter, 0, 1), beatMs)
  heart.unref()
  const tell = (notice: WatchdogNotice) => thread.postMessage(notice, [])
  return {
    begin: (scanId, sourceKey) => tell({ begun: scanId, sourceKey }),
    end: (scanId) => tell({ ended: scanId }),
    async [Symbol.asyncDispose]() {
      clearInterval(heart)
      await thread.terminate()
    },
  }
}
