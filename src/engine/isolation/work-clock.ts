/** Time limits for work, in milliseconds. */
export interface WorkTimes {
  /** Maximum time spent working. Infinity to only measure. */
  readonly workMs: number
  /** Maximum total duration of all pauses. Infinity if another limit ends the wait. */
  readonly waitMs?: number
}

/** Measures how long work takes, excluding times when all of its parts are waiting for other scans. */
export interface WorkClock extends Disposable {
  /** Aborts when the working or waiting limit is reached. */
  readonly signal: AbortSignal
  /** Limit that was reached, if any. */
  readonly usedUp: 'work' | 'wait' | undefined
  /** Time spent working so far, in milliseconds. */
  readonly workedMs: number
  /**
   * Marks a part of the work as waiting until the returned object is disposed. The clock stops, unless another part is
   * working.
   */
  pause(): Disposable
  /**
   * Marks a part of the work as working until the returned object is disposed. The clock runs even if other parts are
   * waiting.
   */
  work(): Disposable
}

/** Creates a clock that runs until it is paused. */
export function createWorkClock({ workMs, waitMs = Infinity }: WorkTimes): WorkClock {
  const controller = new AbortController()
  const spent = { work: 0, wait: 0 }
  const most = { work: workMs, wait: waitMs }
  let usedUp: WorkClock['usedUp']
  let [paused, working] = [0, 0]
  let since = performance.now()
  let timer: NodeJS.Timeout | undefined

  const kind = () => (paused > 0 && working === 0 ? 'wait' : 'work')
  const sinceThen = () => performance.now() - since

  function restart(): void {
    clearTimeout(timer)
    since = performance.now()
    const now = kind()
    const left = most[now] - spent[now]
    if (!Number.isFinite(left) || controller.signal.aborted) return
    timer = setTimeout(
      () => {
        usedUp = now
        controller.abort(new Error(now === 'work' ? 'there is no time left' : 'the wait took too long'))
      },
      Math.max(left, 0),
    ).unref()
  }

  function changed(change: () => void): void {
    const before = kind()
    const ms = sinceThen()
    change()
    if (kind() === before) return
    spent[before] += ms
    restart()
  }

  function part(change: (by: number) => void): Disposable {
    changed(() => change(1))
    let isOver = false
    return {
      [Symbol.dispose]() {
        if (isOver) return
        isOver = true
        changed(() => change(-1))
      },
    }
  }

  restart()
  return {
    signal: controller.signal,
    get usedUp() {
      return usedUp
    },
    get workedMs() {
      return spent.work + (kind() === 'work' ? sinceThen() : 0)
    },
    pause: () => part((by) => (paused += by)),
    work: () => part((by) => (working += by)),
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}
