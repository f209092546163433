import type { Coverage, Finding, Scan, ScannedTool, Verdict } from '../../../client/assay.ts'
import { toolDifferences } from '../../../src/engine/reports/changes/tool-differences.ts'
import type { SummaryInput } from '../../../src/engine/reports/check-run/check-run-input.ts'
import { findingCounts } from '../../../src/engine/reports/check-run/finding-counts.ts'
import { ActionFailure } from '../failure.ts'
import type { Inputs } from '../inputs.ts'
import { judged, type Result } from '../result.ts'

type Results = NonNullable<Scan['results']>

/** Subset of the report from `assay scan --format json` that the Action uses. See `engine/model/scan-report.ts`. */
interface LocalReport {
  readonly verdict: Verdict
  readonly results?: Results
  /** Findings in descending order of severity. */
  readonly findings: readonly Finding[]
  readonly tools?: ScannedTool[]
  readonly coverage?: Coverage
  readonly baseline?: { readonly tools?: ScannedTool[]; readonly error?: object }
  readonly dependencyChanges?: NonNullable<SummaryInput['changes']>['dependencies']
  readonly projectSettings?: SummaryInput['settings']
  readonly error?: { readonly code: string; readonly message: string }
}

/** Parses a report. The CLI is from the same commit, so the format is known. */
export function readLocalReport(text: string): LocalReport {
  return JSON.parse(text) as LocalReport
}

/**
 * Returns a report's result. Throws ActionFailure if the report has none.
 *
 * @param baseCommit baseline commit. The report names only the folder with its files.
 */
export function resultOfReport(
  report: LocalReport,
  inputs: Pick<Inputs, 'url' | 'failOn' | 'minScore' | 'minGrade'>,
  baseCommit: string | undefined,
): Result {
  const { verdict, results, findings, coverage, projectSettings, error } = report
  if (!results) throw failureOf(error, inputs.url)
  const open = findings.filter(({ state }) => state === 'new' || state === 'existing')
  const fresh = open.filter(({ state }) => state === 'new')
  const isCompared = coverage?.baseline !== undefined
  const shown = isCompared ? fresh : open
  const { failOn } = inputs
  return {
    ...judged(
      {
        verdict,
        results,
        findings,
        counts: findingCounts(findings, { isCompared, failOn }),
        isCompared,
        gaps: coverage?.gaps ?? [],
        lost: coverage?.baseline?.lost ?? [],
        failOn,
        ...(projectSettings && { settings: projectSettings }),
        ...changesOf(report),
      },
      inputs,
    ),
    counts: results.vulnerabilities,
    isPartial: results.partial,
    newFindings: fresh.length,
    findings: shown,
    findingsTotal: shown.length,
    coverage: coverage && withCommit(coverage, baseCommit),
  }
}

/** Returns no changes if the baseline could not be scanned. */
function changesOf({ baseline, tools = [], dependencyChanges = [] }: LocalReport): Pick<SummaryInput, 'changes'> {
  if (!baseline || baseline.error) return {}
  return { changes: { tools: toolDifferences(baseline.tools ?? [], tools), dependencies: dependencyChanges } }
}

function failureOf(error: LocalReport['error'], url: string | undefined): ActionFailure {
  const { code = 'no code', message = 'The scan failed.' } = error ?? {}
  if (code !== 'NOTHING_TO_SCAN') return new ActionFailure('error', `${message} (${code})`)
  const hint = url === undefined ? ' Add actions/checkout before this step.' : ''
  return new ActionFailure('nothing-scanned', `${message}${hint} (${code})`)
}

function withCommit({ baseline, ...coverage }: Coverage, commit: string | undefined): Coverage {
  if (!baseline || commit === undefined) return { ...coverage, ...(baseline && { baseline }) }
  const message = baseline.message.replaceAll(baseline.requested, commit)
  return { ...coverage, baseline: { ...baseline, requested: commit, message } }
}
