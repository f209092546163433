/** The end of a run's time. */
export interface Deadline {
  readonly signal: AbortSignal
  remainingMs(): number
  /** Waits and returns true. Returns false at once if the deadline is before that. */
  wait(ms: number): Promise<boolean>
}

/** Starts the clock of a run. */
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
