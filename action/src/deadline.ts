/** Deadline of a run. */
export interface Deadline {
  readonly signal: AbortSignal
  remainingMs(): number
  /** Waits and returns true. Returns false immediately if the deadline comes first. */
  wait(ms: number): Promise<boolean>
}

/** Starts the clock for a run. */
export function startDeadline(ms: number): Deadline {
  const end = performance.now() + ms
  const signal = AbortSignal.timeout(ms)
  const remainingMs = () => Math.max(0, end - performance.now())
  return {
    signal,
    remainingMs,
    async wait(pauseMs) {
      if (pauseMs >= remainingMs()) return false
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      return true
    },
  }
}
