import { setTimeout as pause } from 'node:timers/promises'
import type { Notifications } from '../notifications.ts'

/** Time that a watch waits for the session that listens, before it continues without notifications. */
const maxHearingMs = 1_000

/** Interval of the changes that a watch reports while no notifications are received: between this and twice of it. */
const pollMs = 1_000

/** Reports scan changes made by any process. */
export interface ScanChanges {
  /** Aborts when the process stops, which ends all waiting. */
  readonly stopping: AbortSignal
  /**
   * Watches a scan. Once it resolves, no change is missed. `matters` is called after each change with the status, or
   * with `deleted` if the scan was removed. While the session that listens is unavailable, changes are reported every
   * one to two seconds, so that the caller looks itself. The pool may be available then, through another address.
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
      if (!stopping.signal.aborted && !notifications.isHearing) await hearingSoon(notifications)
      return {
        change(withinMs, signal) {
          if (notifications.isHearing) return watch.change(withinMs, signal)
          // The next attempt to listen. Its success wakes the watch.
          if (!stopping.signal.aborted) notifications.hearing().catch(() => {})
          return watch.change(Math.min(withinMs, pollMs * (1 + Math.random())), signal)
        },
        [Symbol.dispose]: end,
      }
    },
    stop() {
      stopping.abort()
    },
  }
}

/** Waits until notifications are received, or for a short time if they are not. */
async function hearingSoon(notifications: Notifications): Promise<void> {
  const stop = new AbortController()
  const late = pause(maxHearingMs, undefined, { signal: stop.signal }).catch(() => {})
  await Promise.race([notifications.hearing().catch(() => {}), late])
  stop.abort()
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
