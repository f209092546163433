import type { Coverage, Finding, Scan, ScannedTool, SeverityCounts, Verdict } from '../../../client/assay.ts'
import { ActionFailure } from '../failure.ts'
import type { Inputs } from '../inputs.ts'
import { judge, type Result } from '../result.ts'
import { toolChanges } from '../tool-changes.ts'

type Results = NonNullable<Scan['results']>

/** The used parts of the report that `assay scan --format json` writes, `engine/model/scan-report.ts`. */
interface LocalReport {
  readonly verdict: Verdict
  readonly results?: Results
  /** Worst first. */
  readonly findings: readonly Finding[]
  readonly tools?: ScannedTool[]
  readonly coverage?: Coverage
  readonly projectSettings?: { readonly addedCapabilities?: readonly { readonly message: string }[] }
  readonly baseline?: { readonly tools?: ScannedTool[] }
  readonly error?: { readonly code: string; readonly message: string }
}

/** Parses a report of the command line of the same commit. */
export function readLocalReport(text: string): LocalReport {
  return JSON.parse(text) as LocalReport
}

/**
 * Returns the result of a report. Throws an ActionFailure if the report has none.
 *
 * @param baseCommit the commit of the baseline. The report names the folder with its files.
 */
export function resultOfReport(
  { verdict, results, findings, tools, coverage, baseline, projectSettings, error }: LocalReport,
  inputs: Pick<Inputs, 'url' | 'failOn' | 'minScore' | 'minGrade'>,
  baseCommit: string | undefined,
): Result {
  if (!results) throw failureOf(error, inputs.url)
  const open = findings.filter(({ state }) => state === 'new' || state === 'existing')
  const fresh = open.filter(({ state }) => state === 'new')
  const isCompared = coverage?.baseline !== undefined
  const shown = isCompared ? fresh : open
  const counts: SeverityCounts = results.vulnerabilities
  return {
    ...judge(
      {
        verdict,
        score: results.securityScore,
        grade: results.grade,
        counts,
        gaps: coverage?.gaps.length ?? 0,
        lost: coverage?.baseline?.lost ?? [],
        addedCapabilities: projectSettings?.addedCapabilities ?? [],
      },
      inputs,
      isCompared ? { findings: fresh, total: fresh.length } : undefined,
    ),
    score: results.securityScore,
    grade: results.grade,
    counts,
    newFindings: fresh.length,
    isCompared,
    findings: shown,
    findingsTotal: shown.length,
    tools: baseline ? toolChanges({ tools: baseline.tools ?? [] }, { tools: tools ?? [] }) : [],
    coverage: coverage && withCommit(coverage, baseCommit),
  }
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
