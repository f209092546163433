import type { Inventory } from '../model/inventory.ts'
import type { Severity } from '../model/severity.ts'
import type { Snapshot } from '../model/snapshot.ts'
import type { Target } from '../model/target.ts'
import type { AddressRefusal } from '../net/refusal.ts'
import type { ResolvedSource } from '../sources/source.ts'
import type { BaselineTarget } from './baseline-scan.ts'
import type { ReportProgress } from './progress.ts'

/** One scan without the service. */
export interface ScanRequest {
  /** Target as the user wrote it. */
  readonly url: string
  /** Absent for the target that the URL means. */
  readonly target?: Target | undefined
  /** Files that were read before the scan. The scan disposes the snapshot. */
  readonly folder?: { readonly resolved: ResolvedSource; readonly snapshot: Snapshot }
  /** Absent for the project's setting if it is trusted, or else high. */
  readonly failOn?: Severity | undefined
  /** Whether the project's own settings and suppressions apply. */
  readonly trustsProject?: boolean
  /** IDs of detectors to skip. */
  readonly without?: ReadonlySet<string>
  /** An earlier version of the project: only findings that it does not have can fail the scan. */
  readonly baseline?: BaselineTarget | undefined
  /** Why no manifests are resolved in registries, as the end of a sentence. */
  readonly noResolution?: string | undefined
  /** Receives the components of the project, which the report does not contain. */
  readonly onInventory?: ((inventory: Inventory) => void) | undefined
  /** Receives the reason why an address was not contacted. The report omits it because others may read the report. */
  readonly onRefusedAddress?: (refusal: AddressRefusal) => void
  readonly report: ReportProgress
  readonly signal: AbortSignal
}
