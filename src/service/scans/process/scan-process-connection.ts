import type { Logger } from 'pino'
import { ScanFailure } from '../../../engine/model/failure.ts'
import type { Target } from '../../../engine/model/target.ts'
import type { Revision, ScannedSource, SourceScannerOptions } from '../../../engine/scanner/source-scanner.ts'
import type { GitCredential } from '../../../engine/sources/source.ts'
import { answerCall, type CallOfScan, type WorkerStores } from './answer-call.ts'
import { type CallTurns, createCallTurns } from './call-turns.ts'
import type { FetcherConnection } from './fetcher/fetcher-connection.ts'
import { createLimitedWarnings, type Warn } from './limited-warnings.ts'
import { type MessageChannel, openMessageChannel } from './message-channel.ts'
import type { ProcessMessage, ProcessSettings, WorkerMessage } from './messages.ts'
import type { OpenSession, Outcome } from './open-session.ts'
import { readProcessMessage } from './read-process-message.ts'
import { ScanProcessEnded } from './scan-process-ended.ts'
import { scanProcessLimits } from './scan-process-limits.ts'
import type { StartedPair } from './start-scan-process.ts'

export interface ProcessEnd {
  readonly reason: string
  /** True if the worker wanted it to end. */
  readonly isExpected: boolean
}

export interface ConnectionOptions {
  readonly settings: ProcessSettings
  readonly stores: WorkerStores
  /** Number of scans after which the process ends. */
  readonly maxScans: number
  readonly fetcher: Pick<FetcherConnection, 'lend' | 'forget'>
  readonly log: Logger
  /** Called once, when the process can scan. */
  readonly onReady: () => void
  /** Called with each sign of life. */
  readonly onBeat: () => void
  /** Called once, when the process has ended and its scans have failed. */
  readonly onEnd: (end: ProcessEnd) => void
}

/**
 * The worker's end of the connection to one scan process, which ends with its fetcher. Every message of the process is
 * validated, because a hostile source may have taken control of it. An invalid message ends the process.
 */
export class ScanProcessConnection {
  readonly #started: StartedPair
  readonly #warn: Warn
  readonly #options: ConnectionOptions
  readonly #channel: MessageChannel
  readonly #turns: CallTurns
  readonly #sessions = new Map<number, OpenSession>()
  readonly #starting: NodeJS.Timeout
  #latest = 0
  #end: ProcessEnd | undefined
  #isReady = false
  /** Resolves when the process has ended and its scans have failed. */
  readonly ended: Promise<void>

  constructor(started: StartedPair, options: ConnectionOptions) {
    this.#started = started
    this.#options = options
    this.#warn = createLimitedWarnings(options.log)
    this.#turns = createCallTurns(started.scanProcess.socket)
    this.#channel = openMessageChannel(
      started.scanProcess.socket,
      'worker',
      (message, { values, bytes }) => this.#receive(readProcessMessage(message, values), bytes),
      (reason) => this.end(`it sent an invalid message (${reason.slice(0, maxInvalidCharacters)})`),
    )
    this.#starting = setTimeout(() => this.end('it did not start in time'), scanProcessLimits.startTimeoutMs)
    this.#starting.unref()
    this.ended = started.ended.then((words) => this.#lose({ reason: `it ended: ${words}`, isExpected: false }))
    this.#say({ kind: 'configure', settings: options.settings })
  }

  get hasEnded(): boolean {
    return this.#end !== undefined
  }

  get isIdle(): boolean {
    return this.#sessions.size === 0
  }

  /** True if the process has had its last scan. It then ends with the last open session. */
  get isSpent(): boolean {
    return this.#latest >= this.#options.maxScans
  }

  /** Opens a session and returns its ID. */
  open(target: Target, options: SourceScannerOptions): number {
    const id = this.#latest++
    const { report: _report, signal: _signal, clock: _clock, credentialFor, without, ...plain } = options
    this.#sessions.set(id, {
      target,
      options,
      hasCredential: false,
      canonicalUrl: undefined,
      pause: undefined,
      progress: undefined,
      pending: undefined,
      closing: undefined,
    })
    this.#say({
      kind: 'open',
      session: id,
      target,
      order: {
        ...plain,
        ...(without && { without: [...without] }),
        asksForAccess: credentialFor !== undefined && target.type === 'git',
      },
    })
    return id
  }

  resolve(id: number): Promise<Revision> {
    return this.#ask(id, { kind: 'resolve', session: id }) as Promise<Revision>
  }

  /** Lets a session use the stored results of a source. */
  verified(id: number, canonicalUrl: string): void {
    const session = this.#sessions.get(id)
    if (session) session.canonicalUrl = canonicalUrl
  }

  scan(id: number, resolvedAt: Date | undefined): Promise<ScannedSource> {
    return this.#ask(id, { kind: 'scan', session: id, resolvedAt: resolvedAt?.toISOString() }) as Promise<ScannedSource>
  }

  /** Reports whether the fetcher has received a credential for a session. */
  hasCredential(id: number): boolean {
    return this.#sessions.get(id)?.hasCredential === true
  }

  /** Closes a session. The process is ended if the session does not end in time. */
  close(id: number): void {
    const session = this.#sessions.get(id)
    if (!session || session.closing) return
    session.pause?.[Symbol.dispose]()
    session.closing = setTimeout(() => this.end('a canceled scan did not end in time'), scanProcessLimits.cancelMs)
    session.closing.unref()
    this.#options.fetcher.forget(id)
    this.#say({ kind: 'close', session: id })
  }

  /** Ends the process. All its scans fail. */
  end(reason: string, { isExpected = false } = {}): void {
    this.#end ??= { reason, isExpected }
    this.#started.kill()
  }

  #ask(id: number, message: WorkerMessage): Promise<Outcome> {
    const session = this.#sessions.get(id)
    const { signal } = session?.options ?? {}
    return new Promise((resolve, reject) => {
      if (!session || this.#end) return reject(new ScanProcessEnded(this.#end?.reason))
      if (signal?.aborted) return reject(signal.reason)
      const onAbort = () => settle(() => reject(signal?.reason))
      const settle = (how: () => void) => {
        signal?.removeEventListener('abort', onAbort)
        session.pending = undefined
        how()
      }
      session.pending = {
        resolve: (outcome) => settle(() => resolve(outcome)),
        reject: (reason) => settle(() => reject(reason)),
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#say(message)
    })
  }

  #say(message: WorkerMessage): void {
    this.#channel.send(message)
  }

  #receive(message: ProcessMessage, bytes: number): void {
    if (this.#end) return
    this.#options.onBeat()
    if (message.kind === 'beat') return
    if (message.kind === 'ready') {
      clearTimeout(this.#starting)
      if (!this.#isReady) this.#options.onReady()
      this.#isReady = true
      return
    }
    if (message.kind === 'warned') return this.#warn({ process: 'scan' }, message.text)
    const session = this.#sessions.get(message.session)
    if (message.kind === 'call')
      return this.#turns.take(() => this.#answer(session, message), {
        usesResults: /^(?:find|keep)-/.test(message.call.to),
        bytes,
      })
    if (!session) return
    switch (message.kind) {
      case 'progress':
        return void this.#report(session, message)
      case 'waits':
        session.pause?.[Symbol.dispose]()
        session.pause = message.isWaiting && !session.closing ? session.options.clock?.pause() : undefined
        return
      case 'resolved':
        return session.pending?.resolve(message.revision)
      case 'scanned':
        return session.pending?.resolve(message.scanned as ScannedSource)
      case 'failed':
        return session.pending?.reject(new ScanFailure(message.code, oneParagraph(message.reason)))
      case 'broken':
        return session.pending?.reject(new Error(`a scan failed: ${oneParagraph(message.reason)}`))
      case 'closed':
        if (!session.closing) return this.end('it closed a scan that the worker had not ended')
        clearTimeout(session.closing)
        this.#sessions.delete(message.session)
        if (this.isSpent && this.isIdle) this.end('it had its last scan', { isExpected: true })
    }
  }

  async #answer(
    session: OpenSession | undefined,
    { id, call, session: sessionId }: Extract<ProcessMessage, { kind: 'call' }>,
  ): Promise<void> {
    const { serverNames } = this.#options.stores
    try {
      // The scan that asks for these names may end before the other scans that wait for them.
      const value =
        call.to === 'server-names'
          ? ((await serverNames?.(call.ecosystem)) ?? [])
          : await this.#answerScan(session, sessionId, call)
      this.#say({ kind: 'answer', call: id, value })
    } catch (error) {
      this.#warn({ err: error, call: call.to }, 'a call of the scan process failed')
      this.#say({ kind: 'refusal', call: id, reason: 'the worker could not answer' })
    }
  }

  async #answerScan(session: OpenSession | undefined, id: number, call: CallOfScan): Promise<unknown> {
    const assertOpen = () => {
      if (!session || session.closing) throw new Error('the scan has ended')
      return session
    }
    const { target, options, canonicalUrl } = assertOpen()
    const { accountId, signal, credentialFor } = options
    const scan = {
      accountId,
      signal,
      canonicalUrl,
      repository: target.type === 'git' ? target.repository : undefined,
      ...(credentialFor && { credentialFor }),
      lend: async (repository: string, credential: GitCredential) => {
        // The fetcher may use it before it answers.
        assertOpen().hasCredential = true
        await this.#options.fetcher.lend(id, repository, credential)
      },
    }
    const value = await answerCall(this.#options.stores, scan, call)
    assertOpen()
    return value
  }

  /** Reports the latest progress once the earlier report has ended, so that reports cannot pile up. */
  async #report(session: OpenSession, progress: Extract<ProcessMessage, { kind: 'progress' }>): Promise<void> {
    const isReporting = session.progress !== undefined
    session.progress = progress
    if (isReporting) return
    for (let reported; reported !== session.progress;) {
      reported = session.progress
      try {
        await session.options.report(reported.stage, reported.percent, reported.activity)
      } catch (error) {
        this.#warn({ err: error }, 'the progress of a scan was not reported')
      }
    }
    session.progress = undefined
  }

  #lose(end: ProcessEnd): void {
    const { reason, isExpected } = (this.#end ??= end)
    clearTimeout(this.#starting)
    const lost = [...this.#sessions.values()]
    this.#sessions.clear()
    for (const { pending, closing, pause } of lost) {
      clearTimeout(closing)
      pause?.[Symbol.dispose]()
      pending?.reject(new ScanProcessEnded(reason))
    }
    this.#options.onEnd({ reason, isExpected })
  }
}

const maxInvalidCharacters = 500

/** Returns a text of the process without control characters, which could forge log lines or terminal output. */
const oneParagraph = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ')
