import type { Inventory } from '../model/inventory.ts'
import type { Severity } from '../model/severity.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { Target } from '../model/target.ts'
import type { AddressRefusal } from '../net/refusal.ts'
import type { ResolvedSource } from '../sources/source.ts'
import type { BaselineTarget } from './baseline-scan.ts'
import type { ReportProgress } from './progress.ts'

/** Request for a scan outside the service. */
export interface ScanRequest {
  /** Target as the user entered it. */
  readonly url: string
  /** Parsed target. If absent, `url` is parsed. */
  readonly target?: Target | undefined
  /** Files that were read before the scan. The scan disposes the snapshot. */
  readonly folder?: { readonly resolved: ResolvedSource; readonly snapshot: Snapshot }
  /** Lowest severity that fails the scan. If absent, the setting of a trusted project applies, and otherwise `high`. */
  readonly failOn?: Severity | undefined
  /**
   * True if vulnerabilities whose code the project does not run cannot fail the scan. If absent, the setting of a
   * trusted project applies, and otherwise false.
   */
  readonly onlyReachable?: boolean | undefined
  /** True to apply the project's own settings and suppressions. */
  readonly trustsProject?: boolean
  /** IDs of detectors to skip. */
  readonly without?: ReadonlySet<string>
  /** True to judge whether the project reaches the vulnerable code of its dependencies. Downloads their archives. */
  readonly judgesReachability?: boolean
  /** Earlier version of the project. Only findings not in this version can fail the scan. */
  readonly baseline?: BaselineTarget | undefined
  /** Why manifests are not resolved in registries, as the end of a sentence. Absent if they are. */
  readonly noResolution?: string | undefined
  /** Called with the project's components, which are not part of the report. */
  readonly onInventory?: ((inventory: Inventory) => void) | undefined
  /**
   * Called with the reason if an address was refused. The report omits the reason, because other users may read the
   * report.
   */
  readonly onRefusedAddress?: (refusal: AddressRefusal) => void
  readonly report: ReportProgress
  readonly signal: AbortSignal
}
