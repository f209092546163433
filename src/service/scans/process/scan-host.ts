import { Socket } from 'node:net'
import { ScanFailure } from '../../../engine/model/failure.ts'
import type { WorkClock } from '../../../engine/isolation/work-clock.ts'
import type { Log } from '../../../engine/model/log.ts'
import type { Connect } from '../../../engine/net/connections.ts'
import { createSharedReadMemory } from '../../../engine/scanner/reachability/read-shared-package.ts'
import type { Target } from '../../../engine/model/target.ts'
import type { ScanContext } from '../../../engine/scanner/scan-context.ts'
import { createSourceScanner, type ScanSession } from '../../../engine/scanner/source-scanner.ts'
import { type FetcherClient, openFetcherClient } from './fetcher/fetcher-client.ts'
import { MessageTooLarge, type MessageChannel, openMessageChannel } from './message-channel.ts'
import type { Call, CallAnswers, ProcessMessage, ProcessSettings, ScanOrder, WorkerMessage } from './messages.ts'
import { openProcessEngine } from './open-process-engine.ts'
import { createSizeLimit, inParts, type WholeOutcome } from './outcome-parts.ts'
import type { PackageTask } from './packages/package-messages.ts'
import { remotePackages } from './packages/remote-packages.ts'
import { runPackageTask } from './packages/run-package-task.ts'
import { type CallWorker, remoteAdvisories, remoteResults, remoteServerNames } from './remote-stores.ts'
import { scanProcessLimits } from './scan-process-limits.ts'
import { createWaitingClock } from './waiting-clock.ts'

/** Descriptors of the sockets to the worker and to the fetcher. */
const [workerDescriptor, fetcherDescriptor] = [3, 4]

interface HostedSession {
  /** Undefined for the read of a package. */
  session: ScanSession | undefined
  readonly controller: AbortController
  /** The work that the worker asked for and that has not ended. */
  work: Promise<void>
}

/** Request to the worker that has no answer. */
interface OpenCall {
  resolve(value: unknown): void
  reject(reason: unknown): void
  readonly onWait: ((isWaiting: boolean) => void) | undefined
}

/** Opens what all scans of the process share. Tests replace it. */
export type OpenContext = (settings: ProcessSettings, log: Log, connect: Connect) => ScanContext

/**
 * Runs the scan process: scans for the worker at the other end of the socket until the socket closes. The process has
 * neither the network nor secrets nor a database. The fetcher sends its requests. If the fetcher ends, they have no
 * outcome, and the worker ends this process.
 */
export function runScanHost(openContext: OpenContext = openProcessEngine): void {
  const socket = openSocket(workerDescriptor)
  socket.on('close', () => process.exit(0)).on('end', () => process.exit(0))
  const fetcher = openFetcherClient(openSocket(fetcherDescriptor), (reason) =>
    stop(`the fetcher sent an invalid message (${reason})`),
  )
  const host = new ScanHost(openContext, fetcher, (receive) =>
    openMessageChannel(
      socket,
      'process',
      // The worker is trusted.
      (message) => receive(message as WorkerMessage),
      stop,
    ),
  )
  setInterval(() => host.beat(), scanProcessLimits.beatMs)
}

const openSocket = (fd: number) => new Socket({ fd, readable: true, writable: true })

function stop(reason: string): never {
  process.stderr.write(`scan process: ${reason}\n`)
  process.exit(1)
}

class ScanHost {
  readonly #openContext: OpenContext
  readonly #fetcher: FetcherClient
  readonly #channel: MessageChannel
  readonly #sessions = new Map<number, HostedSession>()
  readonly #calls = new Map<number, OpenCall>()
  readonly #packageMemory = createSharedReadMemory()
  #context: ScanContext | undefined
  #latestCall = 0
  #latestSession = 0
  /** Shared by all sessions, so that the names are compared with one list. */
  readonly #serverNames = remoteServerNames((request) => this.#call(this.#latestSession, request))

  constructor(
    openContext: OpenContext,
    fetcher: FetcherClient,
    openChannel: (receive: (message: WorkerMessage) => void) => MessageChannel,
  ) {
    this.#openContext = openContext
    this.#fetcher = fetcher
    this.#channel = openChannel((message) => this.#receive(message))
  }

  beat(): void {
    this.#say({ kind: 'beat' })
  }

  #say(message: ProcessMessage): void {
    this.#channel.send(message)
  }

  #receive(message: WorkerMessage): void {
    switch (message.kind) {
      case 'configure':
        this.#context = this.#openContext(message.settings, this.#log, this.#fetcher.connectFor())
        return this.#say({ kind: 'ready' })
      case 'open':
        return this.#open(message.session, message.target, message.order)
      case 'resolve':
        return this.#scan(message.session, async (session) => {
          const revision = await session.resolve()
          this.#say({ kind: 'resolved', session: message.session, revision })
        })
      case 'scan':
        return this.#scan(message.session, async (session) => {
          const resolvedAt = message.resolvedAt === undefined ? {} : { resolvedAt: new Date(message.resolvedAt) }
          // Its lists are readonly in the engine.
          const scanned = (await session.scan(resolvedAt)) as Extract<ProcessMessage, { kind: 'scanned' }>['scanned']
          this.#sendScanned(message.session, scanned)
        })
      case 'read-package':
        return this.#readPackage(message.session, message.task)
      case 'close':
        return void this.#close(message.session)
      case 'call-waits':
        return this.#calls.get(message.call)?.onWait?.(message.isWaiting)
      case 'answer':
        return this.#settle(message.call)?.resolve(message.value)
      case 'refusal':
        return this.#settle(message.call)?.reject(new Error(message.reason))
    }
  }

  get #log(): Log {
    const warn = (fields: object | string, text?: string) =>
      this.#say({ kind: 'warned', text: shortened(typeof fields === 'string' ? fields : textOf(fields, text)) })
    return { debug: () => {}, info: () => {}, warn }
  }

  #open(id: number, target: Target, { asksForAccess, without, ...plain }: ScanOrder): void {
    const shared = this.#engine
    const call: CallWorker = (request) => this.#call(id, request)
    const access = { connect: this.#fetcher.connectFor(id) }
    const accessFor = async (repository: URL) =>
      (await call({ to: 'access', repository: repository.href })) ? access : undefined
    const { sources } = shared
    const clock = this.#clockOf(id)
    const context: ScanContext = {
      ...shared,
      ...(asksForAccess && { sources: { ...sources, git: { ...sources.git, accessFor } } }),
      advisories: remoteAdvisories(call),
      fileResults: remoteResults(call),
      serverNames: this.#serverNames,
      sharedPackages: remotePackages((task, onWait) => this.#call(id, { to: 'read-package', task }, onWait), clock),
    }
    this.#latestSession = id
    const hosted = this.#host(id)
    hosted.session = createSourceScanner(context).open(target, {
      ...plain,
      ...(without && { without: new Set(without) }),
      report: (stage, percent, activity) =>
        this.#say({ kind: 'progress', session: id, stage, percent, ...(activity && { activity }) }),
      signal: hosted.controller.signal,
      clock,
    } as Parameters<ReturnType<typeof createSourceScanner>['open']>[1])
  }

  /** Sends a result, its long lists first. Throws MessageTooLarge if the worker would refuse it. */
  #sendScanned(session: number, scanned: WholeOutcome): void {
    const { parts, rest } = inParts(scanned)
    const exceeds = createSizeLimit()
    const send = (message: ProcessMessage) => this.#channel.send(message, exceeds)
    for (const part of parts) send({ kind: 'part', session, part })
    send({ kind: 'scanned', session, scanned: rest })
  }

  #readPackage(id: number, task: PackageTask): void {
    const { sources, isolation } = this.#engine
    const { controller } = this.#host(id)
    const context = {
      sources,
      isolation,
      memory: this.#packageMemory,
      advisories: remoteAdvisories((request) => this.#call(id, request)),
      signal: controller.signal,
      clock: this.#clockOf(id),
    }
    this.#run(id, async () => {
      const result = await runPackageTask(context, task)
      this.#say({ kind: 'package-read', session: id, result })
    })
  }

  get #engine(): ScanContext {
    if (!this.#context) throw new Error('the worker configures the process first')
    return this.#context
  }

  #clockOf(id: number): WorkClock {
    return createWaitingClock((isWaiting) => this.#say({ kind: 'waits', session: id, isWaiting }))
  }

  #host(id: number): HostedSession {
    const hosted = { session: undefined, controller: new AbortController(), work: Promise.resolve() }
    this.#sessions.set(id, hosted)
    return hosted
  }

  #scan(id: number, work: (session: ScanSession) => Promise<void>): void {
    const session = this.#sessions.get(id)?.session
    if (session) this.#run(id, () => work(session))
  }

  /** Runs work that sends its outcome. Sends its failure. */
  #run(id: number, work: () => Promise<void>): void {
    const hosted = this.#sessions.get(id)
    if (!hosted) return
    hosted.work = work().catch((error: unknown) => this.#say(failureOf(id, error)))
  }

  /** Ends a session. Tells the worker when nothing of it is left. */
  async #close(id: number): Promise<void> {
    const hosted = this.#sessions.get(id)
    hosted?.controller.abort(new Error('the worker ended the scan'))
    await hosted?.work
    hosted?.session?.[Symbol.dispose]()
    this.#sessions.delete(id)
    this.#say({ kind: 'closed', session: id })
  }

  #call<Name extends Call['to']>(
    session: number,
    call: Extract<Call, { to: Name }>,
    onWait?: (isWaiting: boolean) => void,
  ): Promise<CallAnswers[Name]> {
    const id = this.#latestCall++
    const { promise, resolve, reject } = Promise.withResolvers<CallAnswers[Name]>()
    // The worker is trusted to answer in the form of the call.
    this.#calls.set(id, { resolve: (value) => resolve(value as CallAnswers[Name]), reject, onWait })
    try {
      this.#say({ kind: 'call', session, id, call })
    } catch (error) {
      this.#settle(id)?.reject(error)
    }
    return promise
  }

  #settle(id: number) {
    const call = this.#calls.get(id)
    this.#calls.delete(id)
    return call
  }
}

function failureOf(session: number, error: unknown): ProcessMessage {
  if (error instanceof ScanFailure)
    return { kind: 'failed', session, code: error.code, reason: shortened(error.message) }
  if (error instanceof MessageTooLarge)
    return { kind: 'failed', session, code: 'SOURCE_TOO_LARGE', reason: tooManyResults }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { kind: 'broken', session, reason: shortened(text) }
}

const tooManyResults = 'The scan has more results than Assay can store. Scan the folders of the repository separately.'

const shortened = (text: string): string => text.slice(0, scanProcessLimits.maxReasonCharacters)

function textOf(fields: object, text = ''): string {
  const { err } = fields as { readonly err?: unknown }
  return err instanceof Error ? `${text}: ${err.message}` : `${text} ${JSON.stringify(fields)}`
}
