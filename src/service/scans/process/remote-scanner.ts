import type { Target } from '../../../engine/model/target.ts'
import { PackageStore } from '../../../engine/scanner/reachability/package-store.ts'
import type {
  Revision,
  ScanSession,
  SourceScanner,
  SourceScannerOptions,
} from '../../../engine/scanner/source-scanner.ts'
import type { SourceReach } from '../../../engine/sources/source.ts'
import { createPackageReads } from './packages/package-reads.ts'
import { PrivateSource } from './private-source.ts'
import type { ScanProcessConnection } from './scan-process-connection.ts'
import { type ProcessGroup, ScanProcesses, type ScanProcessesOptions } from './scan-processes.ts'
import { verifyRevision, verifySource } from './verify-outcome.ts'

export interface RemoteScannerOptions extends ScanProcessesOptions {
  /** Registries, which determine whether scans share the results about a package. */
  readonly sources: Pick<SourceReach, 'npmRegistry' | 'pypiIndex'>
  /** Returns the URL of the repository to which the host of a target redirects. */
  readonly redirectOf: (target: Target, options: SourceScannerOptions) => Promise<string>
}

/**
 * Returns a scanner that scans in other processes, which scans of this worker share, see `ProcessGroup`. If a process
 * ends during scans, they fail and are retried.
 */
export function createRemoteScanner(options: RemoteScannerOptions): SourceScanner & AsyncDisposable {
  const { redirectOf, sources, stores } = options
  const packages = createPackageReads({
    store: new PackageStore(stores.fileResults, sources, 'public'),
    async read(task, onWait) {
      const connection = processes.of('packages')
      try {
        return await connection.readPackage(task, onWait)
      } finally {
        processes.endWhenIdle(connection)
      }
    },
  })
  const processes = new ScanProcesses(options, () => packages)
  return {
    open: (target, given) => new RemoteSession(processes, target, given, redirectOf),
    [Symbol.asyncDispose]: () => processes[Symbol.asyncDispose](),
  }
}

class RemoteSession implements ScanSession {
  readonly #processes: ScanProcesses
  readonly #target: Target
  readonly #options: SourceScannerOptions
  readonly #redirectOf: RemoteScannerOptions['redirectOf']
  #connection: ScanProcessConnection
  #id: number
  #revision: Revision | undefined

  constructor(
    processes: ScanProcesses,
    target: Target,
    options: SourceScannerOptions,
    redirectOf: RemoteScannerOptions['redirectOf'],
  ) {
    this.#processes = processes
    this.#target = target
    this.#options = options
    this.#redirectOf = redirectOf
    this.#connection = processes.of('public')
    this.#id = this.#connection.open(target, options)
  }

  async resolve(): Promise<Revision> {
    const revision = await this.#resolveInOwnGroup()
    const hasCredential = this.#connection.hasCredential(this.#id)
    const redirectOf = () => this.#redirectOf(this.#target, this.#options)
    await verifyRevision({ target: this.#target, hasCredential, redirectOf }, revision)
    this.#connection.verified(this.#id, revision.canonicalUrl)
    return (this.#revision = revision)
  }

  async scan({ resolvedAt }: { readonly resolvedAt?: Date }) {
    if (!this.#revision) throw new Error('a target is resolved before it is scanned')
    const scanned = await this.#connection.scan(this.#id, resolvedAt)
    verifySource(this.#revision, scanned.source, this.#connection.hasCredential(this.#id))
    return scanned
  }

  [Symbol.dispose](): void {
    this.#connection.close(this.#id)
    this.#processes.endWhenIdle(this.#connection)
  }

  /** Resolves the target. If it turns out to be private, does so again in a process of its account. */
  async #resolveInOwnGroup(): Promise<Revision> {
    const { accountId } = this.#options
    try {
      return await this.#connection.resolve(this.#id)
    } catch (error) {
      if (!(error instanceof PrivateSource) || accountId === undefined) throw error
      this.#move(`account:${accountId}`)
      return await this.#connection.resolve(this.#id)
    }
  }

  #move(group: ProcessGroup): void {
    this[Symbol.dispose]()
    this.#connection = this.#processes.of(group)
    this.#id = this.#connection.open(this.#target, this.#options)
  }
}
