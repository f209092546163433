import type { AdvisoryStore } from '../engine/advisories/advisory-store.ts'
import type { AdvisoryDescription } from '../engine/advisories/description.ts'
import type { Ecosystem } from '../engine/model/component.ts'
import type { ScanFailure } from '../engine/model/failure.ts'
import type { Finding } from '../engine/model/finding.ts'
import type { PackageFacts } from '../engine/model/package-facts.ts'
import type { ScanReport } from '../engine/model/scan-report.ts'
import type { ScanResults, ScanStage } from '../engine/model/scan.ts'
import type { NpmTarget, PypiTarget } from '../engine/model/target.ts'

/** A package of a registry, with or without a version. */
export type PackageTarget = NpmTarget | PypiTarget

/** The result of a scan, with the findings that an answer can have. */
export interface ScanResult extends Pick<ScanReport, 'source' | 'verdict' | 'results' | 'coverage' | 'error'> {
  readonly scannedAt: Date
  /** Open findings. May omit findings that are not among the worst. */
  readonly findings: readonly Finding[]
  /** Open findings, including those that `findings` omits. */
  readonly findingCounts: ScanResults['vulnerabilities']
  /** Whether an advisory reports the project or a dependency as malware. */
  readonly hasMalware: boolean
}

/** What became of a scan. */
export type ScanEnd =
  | { readonly status: 'finished'; readonly result: ScanResult }
  | { readonly status: 'cancelled' }
  /** An internal error. `message` says where the details are. */
  | { readonly status: 'crashed'; readonly message: string }

/** A scan that runs or has ended. */
export interface ScanView {
  readonly id: string
  /** The target in the words of the client. */
  readonly target: string
  readonly stage: ScanStage
  readonly percent: number
  /** Undefined while the scan runs. */
  readonly end: ScanEnd | undefined
}

/** How long to wait for a scan. */
export interface ScanWait {
  readonly seconds: number
  /** Aborts if the client cancels the call or closes the connection. */
  readonly signal: AbortSignal
  readonly onProgress: (scan: Pick<ScanView, 'stage' | 'percent'>) => void
}

/** A known result about a version of a package. */
export interface KnownResult extends Pick<ScanResult, 'coverage' | 'verdict' | 'scannedAt'> {
  load(): Promise<ScanResult>
  /** The scan that has it. Undefined if the caller cannot read that scan. */
  readonly scanId: string | undefined
}

/** The version that a target means, and what the registry reports about it. */
export interface ResolvedPackage {
  /** Undefined if the registry does not answer in time. */
  readonly version?: string
  readonly facts?: Pick<PackageFacts, 'publishedAt' | 'deprecated'>
  /** Why the registry has no such version. */
  readonly failure?: ScanFailure
}

/** Checks of packages. */
export interface PackageChecks {
  /** Returns the version that a target means, after at most `mcpLimits.maxResolveMs`. */
  resolve(target: PackageTarget, signal: AbortSignal): Promise<ResolvedPackage>
  /** Opens the stored advisories as they are now, without an update. */
  openAdvisories(): Promise<AdvisoryStore & Disposable>
  /** Returns known results about a version, the preferred one first. */
  find(target: PackageTarget, version: string): Promise<readonly KnownResult[]>
  /**
   * Starts a scan, or returns the running one of the same version. Throws a ToolError if too many scans wait.
   *
   * @param version undefined: the scan finds out
   */
  start(target: PackageTarget, version: string | undefined): Promise<Pick<ScanView, 'id'>>
}

/** A stored advisory, and the packages that it is about. */
export interface KnownAdvisory {
  readonly description: AdvisoryDescription
  readonly packages: readonly {
    readonly ecosystem: Ecosystem
    readonly name: string
    readonly fixedVersions: readonly string[]
  }[]
}

/** The registry of servers of a service. The tools parse what it returns. */
export interface ServerRegistry {
  search(query: string, limit: number, signal: AbortSignal): Promise<unknown>
  get(idOrSlug: string, signal: AbortSignal): Promise<unknown>
}

/** Scans of local folders. */
export interface FolderScans {
  /**
   * Starts a scan of a folder or file. Throws a ToolError for a path that the client may not name.
   *
   * @param roots URIs of the roots of the client; undefined if it offers none
   */
  start(path: string, roots: readonly string[] | undefined): Promise<Pick<ScanView, 'id' | 'target'>>
}

/**
 * Everything that the tools use. `assay mcp` implements it on the cache folder, and the service on its database, for
 * one caller. Methods throw a ToolError, or another error that `refusalOf` expects, for a call that they refuse.
 */
export interface ToolHost {
  readonly packages: PackageChecks
  /** Undefined: no registry is known. */
  readonly servers: ServerRegistry | undefined
  /** Undefined: no folder can be scanned. */
  readonly folders: FolderScans | undefined
  /** Returns a scan as soon as it has ended or the time is over. Refuses an unknown ID. */
  waitFor(scanId: string, wait: ScanWait): Promise<ScanView>
  /**
   * Returns a finding by its fingerprint, or by an ID of its advisory. Refuses an unknown scan ID.
   *
   * @param scanId undefined: all recent scans
   */
  findFinding(id: string, scanId: string | undefined): Promise<Finding | undefined>
  findAdvisory(id: string): Promise<KnownAdvisory | undefined>
  /** Returns what the client may know about an error. Logs an unexpected one. */
  refusalOf(tool: string, error: unknown): string
}
