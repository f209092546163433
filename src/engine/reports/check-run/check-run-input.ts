import type { Finding } from '../../model/finding.ts'
import type { LostReading, ScanResults, Verdict } from '../../model/scan.ts'
import type { Severity } from '../../model/severity.ts'
import type { ProjectSettingsReport } from '../../model/suppression-report.ts'
import type { ChangedLines } from './changed-lines.ts'

/** Something beside findings that a change brings, takes away or makes different. */
export interface ToolChange {
  readonly kind: 'added' | 'removed' | 'changed'
  /** What it is about: a tool, a capability, a dependency. */
  readonly name: string
  /** What is different, in a sentence. */
  readonly detail: string
}

/** All that a check run tells. Texts in it are as hostile as the scanned project. */
export interface CheckRunInput {
  /** For who trusts the project; `quota`: the plan allows no further scan. */
  readonly verdict: Verdict | 'quota'
  /** Why there is no result, as a sentence. */
  readonly reason?: string | undefined
  /** Absent when there is no result. */
  readonly results?: ScanResults | undefined
  /** Of every state, each with its own; fixed ones are those of the scan that was compared with. */
  readonly findings: readonly Finding[]
  /** There was a scan to compare with, so that new means brought by this change. */
  readonly isCompared: boolean
  /** Why the scan is partial, as sentences. */
  readonly gaps: readonly string[]
  /** What the scan that was compared with could read, and this one could not, because of the change. */
  readonly lost?: readonly LostReading[]
  readonly failOn: Severity
  /** The smallest severity of annotations. */
  readonly reportOn: Severity
  readonly settings?: Pick<ProjectSettingsReport, 'path' | 'ignored' | 'mistakes' | 'suppressions'> | undefined
  readonly toolChanges?: readonly ToolChange[] | undefined
  readonly changedLines: ChangedLines
  /** Where all of it can be read. */
  readonly reportUrl?: string | undefined
}

/** The smallest severity of annotations where the project says none. */
export const defaultReportOn: Severity = 'low'
