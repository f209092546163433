import type { GitCredential } from '../../../../engine/sources/source.ts'
import { type MessageChannel, type MessageSize, openMessageChannel } from '../message-channel.ts'
import type { StartedProcess } from '../start-process.ts'
import { scanProcessLimits } from '../scan-process-limits.ts'
import { FetcherMessage, type FetcherSettings } from './fetcher-messages.ts'

export interface FetcherConnectionOptions {
  readonly settings: FetcherSettings
  /** Called once, when the fetcher works. */
  readonly onReady: () => void
  /** Called with each sign of life. */
  readonly onBeat: () => void
  /** Called once if the fetcher does not start in time. */
  readonly onLate: () => void
  /** Called once for a message that no fetcher sends. */
  readonly onInvalid: (reason: string) => void
}

/** The worker's end of the connection to one fetcher. */
export class FetcherConnection {
  readonly #channel: MessageChannel
  readonly #options: FetcherConnectionOptions
  readonly #lending = new Map<number, () => void>()
  readonly #starting: NodeJS.Timeout
  #latest = 0
  #isReady = false

  constructor({ socket }: Pick<StartedProcess, 'socket'>, options: FetcherConnectionOptions) {
    this.#options = options
    this.#channel = openMessageChannel(
      socket,
      'worker',
      (message, size) => this.#receive(readMessage(message, size)),
      options.onInvalid,
    )
    // Requests of scans would otherwise wait for it, and their failure would name the server.
    this.#starting = setTimeout(options.onLate, scanProcessLimits.startTimeoutMs).unref()
    this.#channel.send({ kind: 'configure', settings: options.settings })
  }

  /**
   * Lends the credential of a session's repository to the fetcher, which adds it to requests for this repository only.
   * Resolves when the fetcher has it. Never settles if the fetcher ends first, because the scan then fails anyway.
   */
  lend(session: number, repository: string, credential: GitCredential): Promise<void> {
    const id = this.#latest++
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lending.set(id, resolve)
    this.#channel.send({ kind: 'lend', id, session, repository, credential })
    return promise
  }

  /** Makes the fetcher forget the credential of a session. */
  forget(session: number): void {
    this.#channel.send({ kind: 'forget', session })
  }

  #receive(message: FetcherMessage): void {
    this.#options.onBeat()
    if (message.kind === 'ready') {
      clearTimeout(this.#starting)
      if (!this.#isReady) this.#options.onReady()
      this.#isReady = true
    }
    if (message.kind !== 'lent') return
    this.#lending.get(message.id)?.()
    this.#lending.delete(message.id)
  }
}

/** Maximum number of bytes in a message of the fetcher. */
const maxMessageBytes = 100

function readMessage(message: unknown, { bytes }: MessageSize): FetcherMessage {
  const { data } = bytes > maxMessageBytes ? {} : FetcherMessage.safeParse(message)
  if (!data) throw new Error('a message of the fetcher is not of the known form')
  return data
}
