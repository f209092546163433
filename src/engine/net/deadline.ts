import { NetworkFailure } from './network.ts'

/**
 * Deadline and abort conditions of a request. Dispose of it with the request. Otherwise it stays in memory until the
 * deadline.
 */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal
  /** Milliseconds until the deadline, never negative. */
  remainingMs(): number
  /** Returns why the request was aborted, or undefined if it was not. */
  reason(subject: string): NetworkFailure | undefined
}

/**
 * Starts the deadline of one request. The caller's signal also aborts the request, and so does `closing`, which fires
 * when the network is disposed.
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
