import { NetworkFailure } from './network.ts'

/**
 * What can end a request before its answer is complete. Dispose of it with the request, else it stays in memory until
 * the time is up.
 */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal
  /** Milliseconds until the time is up, never negative. */
  remainingMs(): number
  /** Why the request ended early, if it did. */
  reason(subject: string): NetworkFailure | undefined
}

/**
 * Starts the clock of one request, which the caller's signal ends too, and `closing` when the network is disposed of.
 */
export function startDeadline(totalMs: number, caller: AbortSignal | undefined, closing: AbortSignal): Deadline {
  const end = performance.now() + totalMs
  const controller = new AbortController()
  let isTimeUp = false
  const timer = setTimeout(() => {
    isTimeUp = !controller.signal.aborted
    controller.abort()
  }, totalMs)
  const sources = caller === undefined ? [closing] : [closing, caller]
  const stop = () => controller.abort(sources.find(({ aborted }) => aborted)?.reason)
  for (const source of sources) source.addEventListener('abort', stop)
  if (sources.some(({ aborted }) => aborted)) stop()
  return {
    signal: controller.signal,
    remainingMs: () => Math.max(0, end - performance.now()),
    reason(subject) {
      if (!controller.signal.aborted) return undefined
      if (isTimeUp)
        return new NetworkFailure('timed-out', `${subject} did not respond completely within ${totalMs / 1_000} s`)
      return new NetworkFailure('aborted', `The request to ${subject} was aborted`, { cause: controller.signal.reason })
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
      for (const source of sources) source.removeEventListener('abort', stop)
    },
  }
}
