import type { WorkClock } from '../../../engine/isolation/work-clock.ts'

/**
 * Returns a clock that only tells whether all parts of the work are waiting. The worker measures the time, and cancels
 * the scan when a limit is reached.
 */
export function createWaitingClock(onChange: (isWaiting: boolean) => void): WorkClock {
  let [paused, working] = [0, 0]
  let isWaiting = false

  function part(change: (by: number) => void): Disposable {
    const changed = (by: number) => {
      change(by)
      const isNow = paused > 0 && working === 0
      if (isNow !== isWaiting) onChange((isWaiting = isNow))
    }
    let isOver = false
    changed(1)
    return {
      [Symbol.dispose]() {
        if (isOver) return
        isOver = true
        changed(-1)
      },
    }
  }

  return {
    signal: new AbortController().signal,
    usedUp: undefined,
    workedMs: 0,
    pause: () => part((by) => (paused += by)),
    work: () => part((by) => (working += by)),
    [Symbol.dispose]() {},
  }
}
