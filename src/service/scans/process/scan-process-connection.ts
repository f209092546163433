import type { Logger } from 'pino'
import { ScanFailure } from '../../../engine/model/failure.ts'
import type { Target } from '../../../engine/model/target.ts'
import type { Revision, ScannedSource, SourceScannerOptions } from '../../../engine/scanner/source-scanner.ts'
import type { WorkerStores } from './answer-call.ts'
import { answerSession } from './answer-session.ts'
import { type CallTurns, createCallTurns } from './call-turns.ts'
import type { FetcherConnection } from './fetcher/fetcher-connection.ts'
import { createLimitedWarnings, type Warn } from './limited-warnings.ts'
import { type MessageChannel, type MessageSize, openMessageChannel } from './message-channel.ts'
import type { ProcessMessage, ProcessSettings, WorkerMessage } from './messages.ts'
import { newSession, type OpenSession, type OutcomeMessage, request, waiting } from './open-session.ts'
import { ReceivedParts } from './outcome-parts.ts'
import type { PackageResult, PackageTask } from './packages/package-messages.ts'
import type { PackageReads } from './packages/package-reads.ts'
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
  /** Reads published packages in another process. Absent for that process itself. */
  readonly packages?: PackageReads
  /** Number of sessions after which the process ends. */
  readonly maxSessions: number
  /** True if the fetcher of the process may get credentials. Otherwise, private sources fail with PrivateSource. */
  readonly holdsCredentials: boolean
  /** Maximum time for the read of a package. After that, the process is ended. */
  readonly maxReadMs: number
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
      (message, size) => this.#receive(readProcessMessage(message, size), size),
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

  /** IDs of the scans that are open in the process. */
  get scanIds(): readonly string[] {
    return [...this.#sessions.values()].flatMap(({ options }) => options.scanId ?? [])
  }

  get isIdle(): boolean {
    return this.#sessions.size === 0
  }

  /** True if the process has had its last session. It then ends with the last open session. */
  get isSpent(): boolean {
    return this.#latest >= this.#options.maxSessions
  }

  /** Opens a session and returns its ID. */
  open(target: Target, options: SourceScannerOptions): number {
    const id = this.#latest++
    const { report: _report, signal: _signal, clock: _clock, scanId: _id, credentialFor, without, ...plain } = options
    this.#sessions.set(id, newSession(target, options))
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
    return this.#ask(id, { kind: 'resolve', session: id }, (message) =>
      message.kind === 'resolved' ? message.revision : undefined,
    )
  }

  /** Lets a session use the stored results of a source. */
  verified(id: number, canonicalUrl: string): void {
    const session = this.#sessions.get(id)
    if (session) session.canonicalUrl = canonicalUrl
  }

  scan(id: number, resolvedAt: Date | undefined): Promise<ScannedSource> {
    return this.#ask(id, { kind: 'scan', session: id, resolvedAt: resolvedAt?.toISOString() }, (message) =>
      message.kind === 'scanned' ? (message.scanned as ScannedSource) : undefined,
    )
  }

  /** Reads a published package, in a session of its own. Calls `onWait` when the read starts or stops to wait. */
  async readPackage(task: PackageTask, onWait: (isWaiting: boolean) => void): Promise<PackageResult> {
    const id = this.#latest++
    const { signal } = new AbortController()
    this.#sessions.set(id, newSession(undefined, { signal, clock: { pause: () => waiting(onWait) } }))
    // A process that answers nothing, and gives signs of life, would otherwise keep the turns of all reads.
    const late = setTimeout(() => this.end('a package was not read in time'), this.#options.maxReadMs).unref()
    try {
      return await this.#ask(id, { kind: 'read-package', session: id, task }, (message) =>
        message.kind === 'package-read' ? message.result : undefined,
      )
    } finally {
      clearTimeout(late)
      this.close(id)
    }
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
    session.over.abort(new Error('the scan has ended'))
    this.#options.fetcher.forget(id)
    this.#say({ kind: 'close', session: id })
  }

  /** Ends the process. All its scans fail. */
  end(reason: string, { isExpected = false } = {}): void {
    this.#end ??= { reason, isExpected }
    this.#started.kill()
  }

  async #ask<Outcome>(
    id: number,
    message: WorkerMessage,
    outcomeOf: (message: OutcomeMessage) => Outcome | undefined,
  ): Promise<Outcome> {
    const session = this.#sessions.get(id)
    if (!session || this.#end) throw new ScanProcessEnded(this.#end?.reason)
    return await request(session, outcomeOf, () => this.#say(message))
  }

  #say(message: WorkerMessage): void {
    this.#channel.send(message)
  }

  #receive(message: ProcessMessage, size: MessageSize): void {
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
        bytes: size.bytes,
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
      case 'package-read':
        return session.pending?.resolve(message)
      case 'part':
        if (!session.pending) return
        return (session.parts ??= new ReceivedParts()).add(message.part, size)
      case 'scanned':
        return session.pending?.resolve({
          ...message,
          scanned: session.parts?.complete(message.scanned, size) ?? message.scanned,
        })
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
    const { stores, packages, fetcher, holdsCredentials } = this.#options
    try {
      const value = await answerSession(
        {
          stores,
          packages,
          holdsCredentials,
          lend: (repository, credential) => fetcher.lend(sessionId, repository, credential),
          onWait: (isWaiting) => this.#say({ kind: 'call-waits', call: id, isWaiting }),
        },
        session,
        call,
      )
      this.#say({ kind: 'answer', call: id, value })
    } catch (error) {
      this.#warn({ err: error, call: call.to }, 'a call of the scan process failed')
      this.#say({ kind: 'refusal', call: id, reason: 'the worker could not answer' })
    }
  }

  /** Reports the latest progress once the earlier report has ended, so that reports cannot pile up. */
  async #report(session: OpenSession, progress: Extract<ProcessMessage, { kind: 'progress' }>): Promise<void> {
    const isReporting = session.progress !== undefined
    session.progress = progress
    if (isReporting) return
    for (let reported; reported !== session.progress;) {
      reported = session.progress
      try {
        await session.options.report?.(reported.stage, reported.percent, reported.activity)
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
    for (const { pending, closing, pause, over } of lost) {
      over.abort(new Error('the scan process has ended'))
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
