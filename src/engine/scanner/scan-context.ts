import type { AdvisoryStore } from '../advisories/advisory-store.ts'
import type { IsolationPool } from '../isolation/isolation.ts'
import type { WorkClock } from '../isolation/work-clock.ts'
import type { Log } from '../model/log.ts'
import type { SourceReach } from '../sources/source.ts'
import type { ServerNamesOf } from './names-in-use.ts'
import type { ReportProgress } from './progress.ts'
import type { ResultCache } from './result-cache.ts'

/** What every scan of a process uses. */
export interface ScanContext {
  readonly sources: SourceReach
  readonly advisories: AdvisoryStore
  /** Child processes that parse source files. */
  readonly isolation: IsolationPool
  readonly log?: Pick<Log, 'warn'>
  /** The most popular servers. The rules compare other names with theirs. */
  readonly serverNames?: ServerNamesOf
  /** Results of earlier scans for single files. */
  readonly fileResults?: ResultCache
  /** Why scans resolve no manifests in registries, as the end of a sentence. Absent if they do. */
  readonly noResolution?: string
}

export interface SourceScanOptions {
  readonly report: ReportProgress
  readonly signal: AbortSignal
  /** Stops while the scan waits for a child process. */
  readonly clock?: WorkClock
  /** The account that requested the scan. Absent on the command line. */
  readonly accountId?: string
  /** Why this scan resolves no manifests in registries, as the end of a sentence. Absent if it does. */
  readonly noResolution?: string
  /** Time of the registry snapshot, the same for both scans of a comparison. Default: now. */
  readonly resolvedAt?: Date
  /** The account enables registry requests for names in its private sources. */
  readonly resolvesPrivate?: boolean
  /** The project is trusted, so its settings can switch off registry requests. */
  readonly heedsProject?: boolean
  /** Also reads the settings of the project. */
  readonly withProjectWord?: boolean
  /** Ids of detectors to skip. Without the one for dependencies, no advisories are read. */
  readonly without?: ReadonlySet<string>
}
