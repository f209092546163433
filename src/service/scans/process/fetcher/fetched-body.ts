import { Readable } from 'node:stream'
import { fetchLimits } from './fetch-limits.ts'

export interface BodyEvents {
  /** Called with the number of bytes that were read since the last call. */
  readonly onRead: (bytes: number) => void
  /** Called when the body is not needed any more, or is complete. */
  readonly onDestroy: () => void
}

/**
 * Body of a response that the fetcher sends. It reports read bytes in batches, and the fetcher sends no more than a
 * window beyond them, so an unread body has a limited size.
 */
export class FetchedBody extends Readable {
  readonly #events: BodyEvents
  /** Bytes received and not yet reported as read. */
  #unreported = 0

  constructor(events: BodyEvents) {
    super()
    this.#events = events
    // No listener handles errors before the first read, and an unhandled error event ends the process.
    this.on('error', () => {})
  }

  /** Adds a part. Throws if the fetcher sends more than the window. */
  receive(part: Buffer): void {
    if (this.destroyed) return
    this.#unreported += part.length
    if (this.#unreported > fetchLimits.windowBytes) throw new Error('the fetcher sent more than it may')
    this.push(part)
  }

  finish(): void {
    if (!this.destroyed) this.push(null)
  }

  override _read(): void {
    if (this.#unreported < fetchLimits.maxPartBytes) return
    this.#events.onRead(this.#unreported)
    this.#unreported = 0
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#events.onDestroy()
    callback(error)
  }
}
