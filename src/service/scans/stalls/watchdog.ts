import { Worker } from 'node:worker_threads'
import { builtModule } from '../../../engine/isolation/built-module.ts'
import type { Logger } from 'pino'

/** When a thread counts as stalled, in milliseconds. */
export interface StallBounds {
  /** Processor time that the thread used without one turn of its event loop. */
  readonly busyMs: number
  /** Time without a turn, whatever the thread did; a watchdog that was itself suspended does not count that. */
  readonly silentMs: number
}

/**
 * `busyMs` is below the 10 s after which the queue takes a silent worker for lost: the stall is noted before another
 * worker takes the scan up. It is above the longest block that was measured with the worst inputs, which is under 1 s.
 * Processor time and not time on the clock, because a machine that is suspended, swaps or is overloaded stops a thread
 * for as long as it likes, and no scan is to blame. `silentMs` is for a thread that waits for a disk that never
 * answers.
 */
export const stallBounds: StallBounds = { busyMs: 6_000, silentMs: 120_000 }

/** How often the thread shows that its event loop turns. */
const beatMs = 250

/** What the watchdog is started with. */
export interface WatchdogOptions {
  /** The watchdog notes stalls through a connection of its own: those of a blocked thread do not answer. */
  readonly databaseUrl: string
  readonly bounds: StallBounds
  /** Counts up with each beat. */
  readonly beats: SharedArrayBuffer
}

/** Scans in work, as the watchdog knows them. */
export interface WatchedScans {
  /** From now on a stall may be the fault of this source. */
  begin(scanId: string, sourceKey: string): void
  end(scanId: string): void
}

/** A message to the watchdog. */
export type WatchdogNotice = { readonly begun: string; readonly sourceKey: string } | { readonly ended: string }

/**
 * Starts a thread that watches this one. When this one stalls while a scan is in work, the watchdog notes the stall for
 * the sources of all scans in work and ends the process with SIGKILL: nothing gentler reaches a blocked thread. Jobs of
 * the process come back by their heartbeat, as after any other death. The process does not stay alive for the watchdog.
 */
export function startWatchdog({
  databaseUrl,
  log,
  bounds = stallBounds,
}: {
  readonly databaseUrl: string
  readonly log: Logger
  readonly bounds?: StallBounds
}): WatchedScans & AsyncDisposable {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const counter = new Int32Array(beats)
  const options: WatchdogOptions = { databaseUrl, bounds, beats }
  const thread = new Worker(builtModule(new URL('watchdog-thread.ts', import.meta.url)), { workerData: options })
  thread.unref()
  thread.on('error', (error) =>
    log.error({ err: error }, 'the watchdog stopped: restart the process to detect stalled scans again'),
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
