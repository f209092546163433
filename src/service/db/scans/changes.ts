import type { Notifications } from '../notifications.ts'

/** Reports scan changes made by any process. */
export interface ScanChanges {
  /** Aborts when the process stops, which ends all waiting. */
  readonly stopping: AbortSignal
  /**
   * Watches a scan. Once it resolves, no change is missed. `matters` is called after each change with the status, or
   * with `deleted` if the scan was removed. Rejects if the database is unavailable.
   */
  watch(scanId: string, matters?: (status: string) => boolean): Promise<ScanWatch>
  stop(): void
}

export interface ScanWatch extends Disposable {
  /**
   * Resolves after a change since the last call, after `withinMs` milliseconds, or when the signal aborts or all
   * waiting ends.
   */
  change(withinMs: number, signal: AbortSignal): Promise<void>
}

/** Watches all scans of a database. A trigger on `scans` reports the ID and status of each change. */
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

/** Creates a watch. A change that occurs while no caller is waiting is kept for the next call. */
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
