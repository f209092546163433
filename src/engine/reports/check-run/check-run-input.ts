import type { LostReading, Verdict } from '../../model/scan.ts'
import type { Severity } from '../../model/severity.ts'
import type { ProjectSettingsReport } from '../../model/suppression-report.ts'
import type { ProjectChanges } from '../changes/project-changes.ts'
import type { ReportedFinding } from '../reported-finding.ts'
import type { ChangedLines } from './changed-lines.ts'
import type { FindingCounts } from './finding-counts.ts'
import type { FixesByFinding } from './fixes.ts'

/** The content of a summary. Its texts contain untrusted text of the scanned project. */
export interface SummaryInput {
  /** With the project's settings applied. `quota`: the plan allows no more scans. */
  readonly verdict: Verdict | 'quota'
  /** Why no result exists, as a sentence. With results, it replaces the sentence about the verdict. */
  readonly reason?: string | undefined
  /** Absent when there is no result. */
  readonly results?: { readonly grade: string; readonly securityScore: number } | undefined
  /** Findings in every state. Fixed ones come from the scan of the base. */
  readonly findings: readonly ReportedFinding[]
  /** Numbers of findings, if `findings` is only the worst part of them. */
  readonly counts?: FindingCounts | undefined
  /** True if a scan of the base exists. New findings then come from this change. */
  readonly isCompared: boolean
  /** Why the scan is partial, as sentences. */
  readonly gaps: readonly string[]
  /** What the scan of the base could read and this scan cannot, because of the change. */
  readonly lost?: readonly Pick<LostReading, 'path' | 'message'>[]
  readonly failOn: Severity
  /** Limits of the workflow that the result exceeds, as clauses such as `the score 80 is below 81`. */
  readonly exceeded?: readonly string[]
  readonly settings?:
    | Pick<ProjectSettingsReport, 'path' | 'ignored' | 'mistakes' | 'suppressions' | 'addedCapabilities'>
    | undefined
  /** Comments in the pull request accept findings. */
  readonly acceptsByComment?: boolean
  readonly changes?: ProjectChanges | undefined
  /** Sentences for the owners of the repository, such as a missing permission. Plain text. */
  readonly notes?: readonly string[]
  readonly links?: SummaryLinks
}

/** URLs that the summary links to. Absent ones are not linked. */
export interface SummaryLinks {
  /** The full report. */
  readonly reportUrl?: string | undefined
  /** The files of the scanned commit, without a trailing slash, such as `https://github.com/o/r/blob/SHA`. */
  readonly filesUrl?: string | undefined
  /** The pages of rules, without a trailing slash. */
  readonly rulesUrl?: string | undefined
}

/** The content of a check run. */
export interface CheckRunInput extends SummaryInput {
  /** The lowest severity that is annotated. */
  readonly reportOn: Severity
  readonly changedLines: ChangedLines
  /** Places and changes that come from the text of files. Absent if no file was read. */
  readonly fixes?: FixesByFinding | undefined
}

/** The lowest severity that is annotated, unless the project sets another. */
export const defaultReportOn: Severity = 'low'
