import type { AdvisoryStore } from '../engine/advisories/advisory-store.ts'
import type { AdvisoryDescription } from '../engine/advisories/description.ts'
import type { Ecosystem } from '../engine/model/component.ts'
import type { ScanFailure } from '../engine/model/failure.ts'
import type { Finding } from '../engine/model/finding.ts'
import type { PackageFacts } from '../engine/model/package-facts.ts'
import type { ScanReport } from '../engine/model/scan-report.ts'
import type { ScanResults, ScanStage } from '../engine/model/scan.ts'
import type { NpmTarget, PypiTarget } from '../engine/model/target.ts'

/** Registry package, with or without a version. */
export type PackageTarget = NpmTarget | PypiTarget

/** Scan result, with the findings that a response can include. */
export interface ScanResult extends Pick<ScanReport, 'source' | 'verdict' | 'results' | 'coverage' | 'error'> {
  readonly scannedAt: Date
  /** Open findings. May include only the worst ones. */
  readonly findings: readonly Finding[]
  /** Number of open findings by severity, including those that `findings` omits. */
  readonly findingCounts: ScanResults['vulnerabilities']
  /** True if an advisory reports the project or a dependency as malware. */
  readonly hasMalware: boolean
}

export type ScanEnd =
  | { readonly status: 'finished'; readonly result: ScanResult }
  | { readonly status: 'cancelled' }
  /** Internal error. `message` says where to find the details. */
  | { readonly status: 'crashed'; readonly message: string }

/** Running or finished scan. */
export interface ScanView {
  readonly id: string
  /** Target as the client wrote it. */
  readonly target: string
  readonly stage: ScanStage
  readonly percent: number
  /** Undefined while the scan runs. */
  readonly end: ScanEnd | undefined
}

/** Options for waiting for a scan. */
export interface ScanWait {
  readonly seconds: number
  /** Aborts if the client cancels the call or closes the connection. */
  readonly signal: AbortSignal
  readonly onProgress: (scan: Pick<ScanView, 'stage' | 'percent'>) => void
}

/** Stored result for a package version. */
export interface KnownResult extends Pick<ScanResult, 'coverage' | 'verdict' | 'scannedAt'> {
  load(): Promise<ScanResult>
  /** Scan ID. Undefined if the caller cannot read that scan. */
  readonly scanId: string | undefined
}

/** Version to which a target resolves, with the registry's data about it. */
export interface ResolvedPackage {
  /** Undefined if the registry did not respond in time. */
  readonly version?: string
  readonly facts?: Pick<PackageFacts, 'publishedAt' | 'deprecated'>
  /** Reason why the registry has no such version. */
  readonly failure?: ScanFailure
}

/** Access to package registries, advisories, and package scans. */
export interface PackageChecks {
  /** Resolves the target to a version, within `mcpLimits.maxResolveMs`. */
  resolve(target: PackageTarget, signal: AbortSignal): Promise<ResolvedPackage>
  /** Opens the stored advisories in their current state, without an update. */
  openAdvisories(): Promise<AdvisoryStore & Disposable>
  /** Returns stored results for a version, the preferred one first. */
  find(target: PackageTarget, version: string): Promise<readonly KnownResult[]>
  /**
   * Starts a scan, or returns the running scan of the same version. Throws ToolError if too many scans are queued.
   *
   * @param version undefined if the scan must resolve it
   */
  start(target: PackageTarget, version: string | undefined): Promise<Pick<ScanView, 'id'>>
}

/** Stored advisory and the packages that it affects. */
export interface KnownAdvisory {
  readonly description: AdvisoryDescription
  readonly packages: readonly {
    readonly ecosystem: Ecosystem
    readonly name: string
    readonly fixedVersions: readonly string[]
  }[]
}

/** A service's server registry. The tools parse its responses. */
export interface ServerRegistry {
  search(query: string, limit: number, signal: AbortSignal): Promise<unknown>
  get(idOrSlug: string, signal: AbortSignal): Promise<unknown>
}

export interface FolderScans {
  /**
   * Starts a scan of a folder or file. Throws ToolError if the client may not access the path.
   *
   * @param roots URIs of the client's roots; undefined if it offers none
   */
  start(path: string, roots: readonly string[] | undefined): Promise<Pick<ScanView, 'id' | 'target'>>
}

/**
 * Operations needed by the tools. `assay mcp` implements them with the cache folder, and the service implements them
 * with its database, for one caller. Methods throw ToolError, or another error that `refusalOf` recognizes, if they
 * reject a call.
 */
export interface ToolHost {
  readonly packages: PackageChecks
  /** Undefined if no registry is configured. */
  readonly servers: ServerRegistry | undefined
  /** Undefined if folders cannot be scanned. */
  readonly folders: FolderScans | undefined
  /** Returns a scan when it ends or the timeout expires. Rejects an unknown ID. */
  waitFor(scanId: string, wait: ScanWait): Promise<ScanView>
  /**
   * Returns a finding by its fingerprint, or by one of its advisory's IDs. Rejects an unknown scan ID.
   *
   * @param scanId undefined to search all recent scans
   */
  findFinding(id: string, scanId: string | undefined): Promise<Finding | undefined>
  findAdvisory(id: string): Promise<KnownAdvisory | undefined>
  /** Returns the error text that the client may see. Logs unexpected errors. */
  refusalOf(tool: string, error: unknown): string
}
