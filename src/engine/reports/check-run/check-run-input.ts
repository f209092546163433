import type { Finding } from '../../model/finding.ts'
import type { LostReading, ScanResults, Verdict } from '../../model/scan.ts'
import type { Severity } from '../../model/severity.ts'
import type { ProjectSettingsReport } from '../../model/suppression-report.ts'
import type { ChangedLines } from './changed-lines.ts'

/** A change of the project that is not a finding. */
export interface ToolChange {
  readonly kind: 'added' | 'removed' | 'changed'
  /** The tool, capability, or dependency. */
  readonly name: string
  /** The difference, in a sentence. */
  readonly detail: string
}

/** The content of a check run. Its texts contain untrusted text of the scanned project. */
export interface CheckRunInput {
  /** With the project's settings applied. `quota`: the plan allows no more scans. */
  readonly verdict: Verdict | 'quota'
  /** Why no result exists, as a sentence. */
  readonly reason?: string | undefined
  /** Absent when there is no result. */
  readonly results?: ScanResults | undefined
  /** Findings in every state. Fixed ones come from the scan of the base. */
  readonly findings: readonly Finding[]
  /** True if a scan of the base exists. New findings then come from this change. */
  readonly isCompared: boolean
  /** Why the scan is partial, as sentences. */
  readonly gaps: readonly string[]
  /** What the scan of the base could read and this scan cannot, because of the change. */
  readonly lost?: readonly LostReading[]
  readonly failOn: Severity
  /** The lowest severity that is annotated. */
  readonly reportOn: Severity
  readonly settings?:
    | Pick<ProjectSettingsReport, 'path' | 'ignored' | 'mistakes' | 'suppressions' | 'addedCapabilities'>
    | undefined
  readonly toolChanges?: readonly ToolChange[] | undefined
  readonly changedLines: ChangedLines
  /** URL of the full report. */
  readonly reportUrl?: string | undefined
}

/** The lowest severity that is annotated, unless the project sets another. */
export const defaultReportOn: Severity = 'low'
