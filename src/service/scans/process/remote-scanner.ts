import { rmSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Target } from '../../../engine/model/target.ts'
import type {
  Revision,
  ScanSession,
  SourceScanner,
  SourceScannerOptions,
} from '../../../engine/scanner/source-scanner.ts'
import { makeTemporaryFolderNow } from '../../../engine/sources/temporary-folder.ts'
import type { WorkerStores } from './answer-call.ts'
import { FetcherConnection } from './fetcher/fetcher-connection.ts'
import type { FetcherSettings } from './fetcher/fetcher-messages.ts'
import type { ProcessSettings } from './messages.ts'
import { ScanProcessConnection } from './scan-process-connection.ts'
import { scanProcessLimits } from './scan-process-limits.ts'
import type { StartedProcess } from './start-process.ts'
import { startScanProcess, type StartOptions } from './start-scan-process.ts'
import type { ProcessWatch } from './process-watch.ts'
import { verifyRevision, verifySource } from './verify-outcome.ts'

export interface RemoteScannerOptions {
  readonly settings: Omit<ProcessSettings, 'temporaryFolder'>
  readonly fetcherSettings: FetcherSettings
  readonly stores: WorkerStores
  /** Number of scans after which another process starts. */
  readonly maxScans: number
  readonly log: Logger
  /** The folder `ownFolder` gets a folder for each process. */
  readonly start: StartOptions
  /** Returns the URL of the repository to which the host of a target redirects. */
  readonly redirectOf: (target: Target, options: SourceScannerOptions) => Promise<string>
  /** Watches a started process, and calls `end` if it stalls. Called for the scan process and for the fetcher. */
  readonly watchStalls: (pid: number | undefined, end: (reason: string) => void) => ProcessWatch
}

/**
 * Returns a scanner that scans in a process of its own, which all scans of this worker share. It has no secrets, no
 * database, and, if the kernel supports that, no network and no access to files of the service. A second process, the
 * fetcher, sends its requests. Both start with the first scan, and end when they have been idle for a while, or after
 * some scans. If one of them ends during scans, the scans fail and are retried.
 */
export function createRemoteScanner(options: RemoteScannerOptions): SourceScanner & AsyncDisposable {
  return new RemoteScanner(options)
}

class RemoteScanner implements SourceScanner, AsyncDisposable {
  readonly #options: RemoteScannerOptions
  #connection: ScanProcessConnection | undefined
  /** Connections whose process has not ended, with the current one. */
  readonly #open = new Set<ScanProcessConnection>()
  #idle: NodeJS.Timeout | undefined

  constructor(options: RemoteScannerOptions) {
    this.#options = options
  }

  open(target: Target, given: SourceScannerOptions): ScanSession {
    clearTimeout(this.#idle)
    const connection = this.#current()
    const id = connection.open(target, given)
    const { redirectOf } = this.#options
    let revision: Revision | undefined
    return {
      async resolve() {
        const resolved = await connection.resolve(id)
        const hasCredential = connection.hasCredential(id)
        await verifyRevision({ target, hasCredential, redirectOf: () => redirectOf(target, given) }, resolved)
        connection.verified(id, resolved.canonicalUrl)
        return (revision = resolved)
      },
      async scan({ resolvedAt }) {
        if (!revision) throw new Error('a target is resolved before it is scanned')
        const scanned = await connection.scan(id, resolvedAt)
        verifySource(revision, scanned.source, connection.hasCredential(id))
        return scanned
      },
      [Symbol.dispose]: () => {
        connection.close(id)
        this.#endWhenIdle()
      },
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#idle)
    for (const connection of this.#open) connection.end('the service stopped', { isExpected: true })
    await Promise.all([...this.#open].map(({ ended }) => ended))
  }

  #current(): ScanProcessConnection {
    const known = this.#connection
    if (known && !known.hasEnded && !known.isSpent) return known
    const { settings, fetcherSettings, stores, maxScans, log, start, watchStalls } = this.#options
    // A folder of its own, because a program that the process has left behind may still use it.
    const temporaryFolder = makeTemporaryFolderNow(start.folders.ownFolder, 'process')
    const started = startedOr(
      () => startScanProcess({ ...start, folders: { ...start.folders, ownFolder: temporaryFolder } }),
      () => remove(temporaryFolder),
    )
    const watch = (one: StartedProcess) => watchStalls(one.pid, (reason) => connection.end(reason))
    let [ofScans, ofFetcher]: (ProcessWatch | undefined)[] = []
    const fetcher = new FetcherConnection(started.fetcher, {
      settings: fetcherSettings,
      // While a process loads its program, it gives no sign of life.
      onReady: () => (ofFetcher = watch(started.fetcher)),
      onBeat: () => ofFetcher?.beat(),
      onLate: () => connection.end('its fetcher did not start in time'),
      onInvalid: (reason) => connection.end(`its fetcher sent an invalid message (${reason})`),
    })
    const connection = new ScanProcessConnection(started, {
      settings: { ...settings, temporaryFolder },
      maxScans,
      stores,
      fetcher,
      log,
      onReady: () => (ofScans = watch(started.scanProcess)),
      onBeat: () => ofScans?.beat(),
      onEnd: ({ reason, isExpected }) => {
        for (const one of [ofScans, ofFetcher]) one?.[Symbol.dispose]()
        this.#open.delete(connection)
        remove(temporaryFolder)
        if (!isExpected) log.error({ reason }, 'the scan process ended')
      },
    })
    this.#open.add(connection)
    return (this.#connection = connection)
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      if (this.#connection?.isIdle) this.#connection.end('it had nothing to do', { isExpected: true })
      else this.#endWhenIdle()
    }, scanProcessLimits.idleMs).unref()
  }
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })

/** Calls `undo` if the start throws. */
function startedOr<Started>(start: () => Started, undo: () => void): Started {
  try {
    return start()
  } catch (error) {
    undo()
    throw error
  }
}
