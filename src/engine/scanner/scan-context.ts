import type { AdvisoryStore } from '../advisories/advisory-store.ts'
import type { IsolationPool } from '../isolation/isolation.ts'
import type { WorkClock } from '../isolation/work-clock.ts'
import type { Log } from '../model/log.ts'
import type { SourceReach } from '../sources/source.ts'
import type { ServerNamesOf } from './names-in-use.ts'
import type { ReportProgress } from './progress.ts'
import type { SharedPackages } from './reachability/package-reader.ts'
import type { ResultCache } from './result-cache.ts'

/** Dependencies that all scans of a process share. */
export interface ScanContext {
  readonly sources: SourceReach
  readonly advisories: AdvisoryStore
  /** Child processes that parse source files. */
  readonly isolation: IsolationPool
  readonly log?: Pick<Log, 'warn'>
  /** Returns the most popular servers. Rules compare other names with the names of these servers. */
  readonly serverNames?: ServerNamesOf
  /** Cache for single-file results. */
  readonly fileResults?: ResultCache
  /** Reads published packages for all scans. Absent if each scan reads them itself. */
  readonly sharedPackages?: SharedPackages
  /** Why scans in this process never resolve manifests in registries, as the end of a sentence. Absent if they do. */
  readonly noResolution?: string
}

export interface SourceScanOptions {
  readonly report: ReportProgress
  readonly signal: AbortSignal
  /** Clock that stops while the scan waits for a child process. */
  readonly clock?: WorkClock
  /** Account that requested the scan. Absent in the CLI. */
  readonly accountId?: string
  /** Why this scan does not resolve manifests in registries, as the end of a sentence. Absent if it does. */
  readonly noResolution?: string
  /** Time of the registry snapshot. Both scans of a comparison use the same time. Defaults to now. */
  readonly resolvedAt?: Date
  /** True if the account allows registry requests for names in its private sources. */
  readonly resolvesPrivate?: boolean
  /** True if the project is trusted, which lets its settings disable registry requests. */
  readonly heedsProject?: boolean
  /** True to also read the project settings. */
  readonly withProjectWord?: boolean
  /** True to judge whether the project reaches the vulnerable code of its dependencies. Downloads their archives. */
  readonly judgesReachability?: boolean
  /** True to also list what the packages that the reachability analysis read can do. */
  readonly listsCapabilities?: boolean
  /** IDs of detectors to skip. If the dependency detector is skipped, no advisories are read. */
  readonly without?: ReadonlySet<string>
}
