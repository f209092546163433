import type { LostReading, Verdict } from '../../model/scan.ts'
import type { Severity } from '../../model/severity.ts'
import type { ProjectSettingsReport } from '../../model/suppression-report.ts'
import type { ProjectChanges } from '../changes/project-changes.ts'
import type { ReportedFinding } from '../reported-finding.ts'
import type { ChangedLines } from './changed-lines.ts'
import type { FindingCounts } from './finding-counts.ts'
import type { FixesByFinding } from './fixes.ts'

/** Summary content. Includes untrusted text from the scanned project. */
export interface SummaryInput {
  /** Verdict after the project settings are applied. `quota` means that the plan allows no more scans. */
  readonly verdict: Verdict | 'quota'
  /**
   * Why there is no result, as a sentence. If there is a result, this sentence replaces the one that explains the
   * verdict.
   */
  readonly reason?: string | undefined
  /** Absent if there is no result. */
  readonly results?: { readonly grade: string; readonly securityScore: number } | undefined
  /** Findings in every state. Fixed findings come from the base scan. */
  readonly findings: readonly ReportedFinding[]
  /** Finding counts. Required if `findings` lists only the worst ones. */
  readonly counts?: FindingCounts | undefined
  /** True if the base was scanned, so it is known which findings the change introduces. */
  readonly isCompared: boolean
  /** Reasons why the scan is partial, as sentences. */
  readonly gaps: readonly string[]
  /** What the base scan could read but this scan cannot, because of the change. */
  readonly lost?: readonly Pick<LostReading, 'path' | 'message'>[]
  readonly failOn: Severity
  /** True if vulnerabilities whose code the project does not run do not count toward the verdict. */
  readonly onlyReachable?: boolean | undefined
  /** Limits set in the workflow that the result violates, as clauses such as `the score 80 is below 81`. */
  readonly exceeded?: readonly string[]
  readonly settings?:
    | Pick<ProjectSettingsReport, 'path' | 'ignored' | 'mistakes' | 'suppressions' | 'addedCapabilities'>
    | undefined
  /** True if pull request comments can accept findings. */
  readonly acceptsByComment?: boolean
  readonly changes?: ProjectChanges | undefined
  /** Sentences for the repository owners, for example about a missing permission. Plain text. */
  readonly notes?: readonly string[]
  readonly links?: SummaryLinks
}

/** Base URLs and targets for links in the summary. If a URL is absent, the corresponding text is not linked. */
export interface SummaryLinks {
  readonly reportUrl?: string | undefined
  /** Base URL for files in the scanned commit, without a trailing slash, such as `https://github.com/o/r/blob/SHA`. */
  readonly filesUrl?: string | undefined
  /** Base URL for rule pages, without a trailing slash. */
  readonly rulesUrl?: string | undefined
}

export interface CheckRunInput extends SummaryInput {
  /** Lowest severity that gets an annotation. */
  readonly reportOn: Severity
  readonly changedLines: ChangedLines
  /** Locations and fixes derived from file contents. Absent if no file was read. */
  readonly fixes?: FixesByFinding | undefined
}

/** Lowest severity that gets an annotation, unless the project settings specify another. */
export const defaultReportOn: Severity = 'low'
