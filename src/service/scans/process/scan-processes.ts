import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { removeFolder } from '../../../engine/sources/remove-folder.ts'
import { makeTemporaryFolderNow } from '../../../engine/sources/temporary-folder.ts'
import type { WorkerStores } from './answer-call.ts'
import { FetcherConnection } from './fetcher/fetcher-connection.ts'
import type { FetcherSettings } from './fetcher/fetcher-messages.ts'
import type { ProcessSettings } from './messages.ts'
import type { PackageReads } from './packages/package-reads.ts'
import type { ProcessWatch } from './process-watch.ts'
import { ScanProcessConnection } from './scan-process-connection.ts'
import { ScanProcessEnded } from './scan-process-ended.ts'
import { scanProcessLimits } from './scan-process-limits.ts'
import type { StartedProcess } from './start-process.ts'
import { startScanProcess, type StartOptions } from './start-scan-process.ts'

/**
 * Work that may share a process, because no part of it must be hidden from the others:
 *
 * - `public`: scans that have not received a credential
 * - `account:<ID>`: scans of one account's private repositories
 * - `packages`: reads of published packages, whose results all scans share
 */
export type ProcessGroup = 'packages' | 'public' | `account:${string}`

export interface ScanProcessesOptions {
  readonly settings: Omit<ProcessSettings, 'temporaryFolder'>
  readonly fetcherSettings: FetcherSettings
  readonly stores: WorkerStores
  /** Number of scans after which another process starts. */
  readonly maxScans: number
  /** Maximum time for the read of a package. Defaults to `scanProcessLimits.maxReadMs`. */
  readonly maxReadMs?: number
  readonly log: Logger
  /** The folder `ownFolder` gets a folder for each process. */
  readonly start: StartOptions
  /**
   * Watches a started process, and calls `end` if it stalls. Called for the process and for its fetcher.
   *
   * @param scans returns the IDs of the scans in the process
   */
  readonly watchStalls: (
    pid: number | undefined,
    end: (reason: string) => void,
    scans: () => readonly string[],
  ) => ProcessWatch
}

/**
 * Starts processes that scan or read packages, each with its fetcher. They have no secrets, no database, and, if the
 * kernel supports that, no network and no access to files of the service. A process starts with the first work of its
 * group, and ends when it has been idle for a while, or after some scans.
 */
export class ScanProcesses implements AsyncDisposable {
  readonly #options: ScanProcessesOptions
  readonly #packages: () => PackageReads
  /** The current connection of each group. The one used last is at the end. */
  readonly #current = new Map<ProcessGroup, ScanProcessConnection>()
  /** Connections whose process has not ended. */
  readonly #open = new Set<ScanProcessConnection>()
  /** Removals of folders that have not ended. */
  readonly #removals = new Set<Promise<void>>()
  readonly #idle = new Map<ScanProcessConnection, NodeJS.Timeout>()
  #isStopped = false

  /** @param packages returns the reads of packages that scans may ask for */
  constructor(options: ScanProcessesOptions, packages: () => PackageReads) {
    this.#options = options
    this.#packages = packages
  }

  /** Returns the group's process, or starts one. The caller opens a session at once. Throws after the disposal. */
  of(group: ProcessGroup): ScanProcessConnection {
    if (this.#isStopped) throw new ScanProcessEnded('the service stopped')
    const known = this.#current.get(group)
    this.#current.delete(group)
    const connection = known && !known.hasEnded && !known.isSpent ? known : this.#start(group)
    this.#current.set(group, connection)
    clearTimeout(this.#idle.get(connection))
    return connection
  }

  /** Ends a process later, if it then has nothing to do. Called after each session. */
  endWhenIdle(connection: ScanProcessConnection): void {
    clearTimeout(this.#idle.get(connection))
    if (connection.hasEnded) return void this.#idle.delete(connection)
    const onIdle = () => {
      if (connection.isIdle) this.#endIdle(connection)
      else this.endWhenIdle(connection)
    }
    this.#idle.set(connection, setTimeout(onIdle, scanProcessLimits.idleMs).unref())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true
    for (const timer of this.#idle.values()) clearTimeout(timer)
    for (const connection of this.#open) connection.end('the service stopped', { isExpected: true })
    await Promise.all([...this.#open].map(({ ended }) => ended))
    await Promise.race([Promise.all(this.#removals), pause(maxRemovalMs, undefined, { ref: false })])
  }

  /** Removes a folder without blocking this thread, because a program may have filled it with a million files. */
  #remove(folder: string): void {
    const removal = removeFolder(folder)
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'the folder of a scan process was not removed'))
      .finally(() => this.#removals.delete(removal))
    this.#removals.add(removal)
  }

  #endIdle(connection: ScanProcessConnection): void {
    connection.end('it had nothing to do', { isExpected: true })
  }

  /** Ends the processes that have been idle for the longest time, because each takes memory. */
  #makeRoom(): void {
    const idle = [...this.#current.values()].filter((one) => !one.hasEnded && one.isIdle)
    for (const connection of idle.slice(0, Math.max(idle.length - scanProcessLimits.maxIdleProcesses, 0)))
      this.#endIdle(connection)
  }

  #start(group: ProcessGroup): ScanProcessConnection {
    this.#makeRoom()
    const { settings, fetcherSettings, stores, maxScans, log, start, watchStalls } = this.#options
    const { maxReadMs = scanProcessLimits.maxReadMs } = this.#options
    const readsPackages = group === 'packages'
    // A folder of its own, because a program that the process has left behind may still use it.
    const temporaryFolder = makeTemporaryFolderNow(start.folders.ownFolder, 'process')
    const started = startedOr(
      () => startScanProcess({ ...start, folders: { ...start.folders, ownFolder: temporaryFolder } }),
      () => this.#remove(temporaryFolder),
    )
    const watch = (one: StartedProcess) =>
      watchStalls(
        one.pid,
        (reason) => connection.end(reason),
        () => connection.scanIds,
      )
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
      maxSessions: readsPackages ? scanProcessLimits.maxPackageReads : maxScans,
      maxReadMs,
      holdsCredentials: group.startsWith('account:'),
      stores,
      ...(!readsPackages && { packages: this.#packages() }),
      fetcher,
      log,
      onReady: () => (ofScans = watch(started.scanProcess)),
      onBeat: () => ofScans?.beat(),
      onEnd: ({ reason, isExpected }) => {
        for (const one of [ofScans, ofFetcher]) one?.[Symbol.dispose]()
        clearTimeout(this.#idle.get(connection))
        this.#idle.delete(connection)
        this.#open.delete(connection)
        if (this.#current.get(group) === connection) this.#current.delete(group)
        this.#remove(temporaryFolder)
        if (!isExpected) log.error({ reason, readsPackages }, 'the scan process ended')
      },
    })
    this.#open.add(connection)
    return connection
  }
}

/** How long the disposal waits for folders to be removed. */
const maxRemovalMs = 2_000

/** Calls `undo` if the start throws. */
function startedOr<Started>(start: () => Started, undo: () => void): Started {
  try {
    return start()
  } catch (error) {
    undo()
    throw error
  }
}
