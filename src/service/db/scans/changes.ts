import type { Notifications } from '../notifications.ts'

/** Tells of scans as they change, in whichever process. */
export interface ScanChanges {
  /** Aborts when nobody should wait any longer, because the process stops. */
  readonly stopping: AbortSignal
  /**
   * Begins to watch a scan; whatever happens after this resolves is noticed. `matters` is asked about the
   * status after a change, `deleted` when the scan is gone. Rejects when the database is away.
   */
  watch(scanId: string, matters?: (status: string) => boolean): Promise<ScanWatch>
  /** Ends all waiting. */
  stop(): void
}

export interface ScanWatch extends Disposable {
  /**
   * Resolves after a change since the last call, after so many milliseconds, or when the signal aborts or all waiting
   * ends.
   */
  change(withinMs: number, signal: AbortSignal): Promise<void>
}

/** A watch for all scans of a database, by the trigger on `scans`, which tells id and status. */
export function createScanChanges(notifications: Notifications): ScanChanges {
  const watchers = new Map<string, Set<(status: string) => void>>()
  const stopping = new AbortController()
  notifications.add({
    channel: 'scan_changed',
    told(payload) {
      const [scanId = '', status = ''] = payload.split(' ')
      for (const wake of watchers.get(scanId) ?? []) wake(status)
    },
    interrupted() {
      for (const wakes of watchers.values()) for (const wake of wakes) wake('unknown')
    },
  })

  return {
    stopping: stopping.signal,
    async watch(scanId, matters = () => true) {
      const watch = createWatch(stopping.signal)
      const wake = (status: string) => {
        if (status === 'unknown' || matters(status)) watch.wake()
      }
      const wakes = watchers.get(scanId) ?? new Set()
      watchers.set(scanId, wakes.add(wake))
      const end = () => {
        wakes.delete(wake)
        if (wakes.size === 0 && watchers.get(scanId) === wakes) watchers.delete(scanId)
      }
      try {
        if (!stopping.signal.aborted) await notifications.hearing()
      } catch (error) {
        end()
        throw error
      }
      return { change: watch.change, [Symbol.dispose]: end }
    },
    stop() {
      stopping.abort()
    },
  }
}

/** A change that comes while nobody waits is kept for who waits next. */
function createWatch(stopping: AbortSignal) {
  let hasChanged = false
  let wakeUp: (() => void) | undefined
  return {
    wake() {
      hasChanged = true
      wakeUp?.()
    },
    async change(withinMs: number, signal: AbortSignal): Promise<void> {
      if (!hasChanged && !signal.aborted && !stopping.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(end, withinMs)
          function end() {
            clearTimeout(timer)
            signal.removeEventListener('abort', end)
            stopping.removeEventListener('abort', end)
            wakeUp = undefined
            resolve()
          }
          wakeUp = end
          signal.addEventListener('abort', end)
          stopping.addEventListener('abort', end)
        })
      }
      hasChanged = false
    },
  }
}
