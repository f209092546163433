import { fetchLimits } from './fetch-limits.ts'

/** Keeps back requests that would exceed the limits of the fetcher. */
export interface FetchTurns {
  /**
   * Waits until a request may be sent. Returns a function that must be called when its response is complete. Rejects if
   * the signal aborts first.
   *
   * @param bytes size of its body
   */
  take(bytes: number, signal: AbortSignal): Promise<() => void>
}

/** Creates the turns of one scan process. Requests are sent in their order. */
export function createFetchTurns(): FetchTurns {
  const waiting: { readonly bytes: number; readonly start: () => void }[] = []
  let [open, openBytes] = [0, 0]

  const fits = (bytes: number) =>
    open < fetchLimits.maxOpenRequests && openBytes + bytes <= fetchLimits.maxOpenBodyBytes

  function begin(bytes: number): () => void {
    open += 1
    openBytes += bytes
    return () => {
      open -= 1
      openBytes -= bytes
      while (waiting[0] && fits(waiting[0].bytes)) waiting.shift()?.start()
    }
  }

  return {
    async take(bytes, signal) {
      signal.throwIfAborted()
      if (waiting.length === 0 && fits(bytes)) return begin(bytes)
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const turn = { bytes, start: () => resolve(begin(bytes)) }
      const onAbort = () => {
        const place = waiting.indexOf(turn)
        if (place !== -1) waiting.splice(place, 1)
        reject(new Error('the request was aborted'))
      }
      waiting.push(turn)
      signal.addEventListener('abort', onAbort, { once: true })
      try {
        return await promise
      } finally {
        signal.removeEventListener('abort', onAbort)
      }
    },
  }
}
