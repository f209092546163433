import type { LostReading, Verdict } from '../../model/scan.ts'
import type { Severity } from '../../model/severity.ts'
import type { ProjectSettingsReport } from '../../model/suppression-report.ts'
import type { ProjectChanges } from '../changes/project-changes.ts'
import type { ReportedFinding } from '../reported-finding.ts'
import type { ChangedLines } from './changed-lines.ts'
import type { FindingCounts } from './finding-counts.ts'
import type { FixesByFinding } from './fixes.ts'

/** Content of a summary. Contains untrusted text of the scanned project. */
export interface SummaryInput {
  /** Verdict with the project's settings applied. `quota` means that the plan allows no more scans. */
  readonly verdict: Verdict | 'quota'
  /** Why there is no result, as a sentence. If there are results, it replaces the sentence about the verdict. */
  readonly reason?: string | undefined
  /** Absent if there is no result. */
  readonly results?: { readonly grade: string; readonly securityScore: number } | undefined
  /** Findings in every state. Fixed findings come from the scan of the base. */
  readonly findings: readonly ReportedFinding[]
  /** Number of findings. Required if `findings` contains only the worst ones. */
  readonly counts?: FindingCounts | undefined
  /** True if the base was scanned, so that new findings come from this change. */
  readonly isCompared: boolean
  /** Why the scan is partial, as sentences. */
  readonly gaps: readonly string[]
  /** What the base's scan could read and this scan cannot, because of the change. */
  readonly lost?: readonly Pick<LostReading, 'path' | 'message'>[]
  readonly failOn: Severity
  /** Workflow limits that the result violates, as clauses such as `the score 80 is below 81`. */
  readonly exceeded?: readonly string[]
  readonly settings?:
    | Pick<ProjectSettingsReport, 'path' | 'ignored' | 'mistakes' | 'suppressions' | 'addedCapabilities'>
    | undefined
  /** True if comments in the pull request can accept findings. */
  readonly acceptsByComment?: boolean
  readonly changes?: ProjectChanges | undefined
  /** Sentences for the owners of the repository, for example about a missing permission. Plain text. */
  readonly notes?: readonly string[]
  readonly links?: SummaryLinks
}

/** URLs for links in the summary. Texts without a URL are not linked. */
export interface SummaryLinks {
  readonly reportUrl?: string | undefined
  /**
   * Base URL of the files in the scanned commit, without a trailing slash, such as `https://github.com/o/r/blob/SHA`.
   */
  readonly filesUrl?: string | undefined
  /** Base URL of the rule pages, without a trailing slash. */
  readonly rulesUrl?: string | undefined
}

/** Content of a check run. */
export interface CheckRunInput extends SummaryInput {
  /** Lowest severity that is annotated. */
  readonly reportOn: Severity
  readonly changedLines: ChangedLines
  /** Locations and fixes that are based on file contents. Absent if no file was read. */
  readonly fixes?: FixesByFinding | undefined
}

/** Lowest severity that is annotated, unless the project's settings say otherwise. */
export const defaultReportOn: Severity = 'low'
