import type { Coverage, Finding, Grade, Scan, SeverityCounts } from '../../client/assay.ts'
import { toolDifferences } from '../../src/engine/reports/changes/tool-differences.ts'
import type { SummaryInput } from '../../src/engine/reports/check-run/check-run-input.ts'
import { type FindingCounts, findingCounts, severeCount } from '../../src/engine/reports/check-run/finding-counts.ts'
import { verdictSentence } from '../../src/engine/reports/check-run/verdict-sentences.ts'
import { patiently, type Service } from './assay-service.ts'
import type { ActionVerdict } from './failure.ts'
import { grades, type Inputs, severities } from './inputs.ts'
import type { ScanContext, ScannedSubject } from './scan-subject.ts'

/** Result of a run, as needed for its outputs, summary, and log. */
export interface Result {
  readonly verdict: ActionVerdict
  /** Explanation of the verdict, in sentences. */
  readonly reason: string
  readonly score: number
  readonly grade: Grade
  /** True if coverage is incomplete, regardless of the verdict. */
  readonly isPartial: boolean
  /** Number of open findings by severity, new and existing. */
  readonly counts: SeverityCounts
  /** Number of findings that are in neither the base nor the previous scan. */
  readonly newFindings?: number
  /** Worst new findings, or worst open findings if there is no base. Worst first. */
  readonly findings: readonly Finding[]
  /** Number of new findings, or of open findings if there is no base. */
  readonly findingsTotal: number
  /** Content of the summary, without links. */
  readonly summary: SummaryInput
  readonly coverage?: Coverage | undefined
  readonly source?: Scan['source'] | undefined
  readonly reportUrl?: string | undefined
}

/** Page size in API requests. */
const maxFindings = 100

type Limits = Pick<Inputs, 'failOn' | 'minScore' | 'minGrade'>

/** Reads the findings of a completed scan and computes the verdict. */
export async function resultOf(
  context: Pick<ScanContext, 'service' | 'deadline' | 'runner'>,
  { scan, base }: ScannedSubject,
  inputs: Limits,
): Promise<Result> {
  const { results, verdict = 'error', coverage, source, scanId, reportUrl } = scan
  if (!results) throw new TypeError('a completed scan has no results')
  const isCompared = coverage?.baseline !== undefined
  const isEmpty = results.vulnerabilities.total === 0
  const none = { findings: [], total: 0 }
  const fresh = isEmpty ? none : await page(context, scanId, { state: 'new' })
  const shown = isCompared || isEmpty ? fresh : await page(context, scanId)
  const fixed = isCompared ? await page(context, scanId, { state: 'fixed' }) : none
  const counts = countsOf(results.vulnerabilities, {
    fresh: isCompared ? await severityCounts(context, scanId, fresh) : results.vulnerabilities,
    listed: shown.findings,
    fixed: fixed.total,
    isCompared,
    failOn: inputs.failOn,
  })
  return {
    ...judged(
      {
        verdict,
        results,
        findings: [...shown.findings, ...fixed.findings],
        counts,
        isCompared,
        gaps: coverage?.gaps ?? [],
        lost: coverage?.baseline?.lost ?? [],
        failOn: inputs.failOn,
        ...(base?.tools &&
          scan.tools && { changes: { tools: toolDifferences(base.tools, scan.tools), dependencies: [] } }),
      },
      inputs,
    ),
    counts: results.vulnerabilities,
    isPartial: results.partial,
    newFindings: fresh.total,
    findings: shown.findings,
    findingsTotal: shown.total,
    coverage,
    source,
    reportUrl,
  }
}

interface FindingsPage {
  readonly findings: readonly Finding[]
  readonly total: number
}

async function page(
  context: { readonly service: Service } & Pick<ScanContext, 'deadline' | 'runner'>,
  scanId: string,
  filter: { readonly state?: 'new' | 'fixed'; readonly severity?: Finding['severity']; readonly limit?: number } = {},
): Promise<FindingsPage> {
  const { vulnerabilities, pagination } = await patiently(context, 'the findings', (signal) =>
    context.service.client.listScanVulnerabilities({ scanId, limit: maxFindings, ...filter }, { signal }),
  )
  return { findings: vulnerabilities, total: pagination.total }
}

/** Counts new findings by severity. Requests each count only if the first page does not contain all findings. */
async function severityCounts(
  context: Parameters<typeof page>[0],
  scanId: string,
  { findings, total }: FindingsPage,
): Promise<SeverityCounts> {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, info: 0, total }
  for (const severity of severities)
    counts[severity] =
      findings.length === total
        ? findings.filter((finding) => finding.severity === severity).length
        : (await page(context, scanId, { state: 'new', severity, limit: 1 })).total
  return counts
}

/**
 * Returns all finding counts for a scan. Only listed findings can be uncertain, because the service does not count
 * uncertain ones.
 */
export function countsOf(
  open: SeverityCounts,
  parts: {
    readonly fresh: SeverityCounts
    readonly listed: readonly Finding[]
    readonly fixed: number
    readonly isCompared: boolean
    readonly failOn: Inputs['failOn']
  },
): FindingCounts {
  const { fresh, fixed } = parts
  const { uncertain } = findingCounts(parts.listed, parts)
  const existing = { critical: 0, high: 0, medium: 0, low: 0, info: 0, total: 0 }
  for (const severity of [...severities, 'total'] as const)
    existing[severity] = Math.max(0, open[severity] - fresh[severity])
  return { fresh, existing, fixed, suppressed: 0, severe: severeCount(fresh, parts.failOn) - uncertain, uncertain }
}

/** Parts of a result that determine the verdict. */
export type Judged = Omit<SummaryInput, 'results'> & {
  readonly verdict: ActionVerdict
  readonly results: { readonly grade: Grade; readonly securityScore: number }
  readonly counts: FindingCounts
}

/** Returns the scan's verdict, or `fail` if the score or grade is below the workflow's thresholds. */
export function judged(
  given: Judged,
  { minScore, minGrade }: Pick<Inputs, 'minScore' | 'minGrade'>,
): Pick<Result, 'verdict' | 'reason' | 'score' | 'grade' | 'summary'> {
  const { securityScore: score, grade } = given.results
  const exceeded = [
    ...(minScore !== undefined && score < minScore ? [`the score ${score} is below ${minScore}`] : []),
    ...(minGrade !== undefined && grades.indexOf(grade) > grades.indexOf(minGrade)
      ? [`the grade ${grade} is below ${minGrade}`]
      : []),
  ]
  const verdict = exceeded.length > 0 ? 'fail' : given.verdict
  const summary: SummaryInput = { ...given, verdict: isJudged(verdict) ? verdict : 'error', exceeded }
  const reason =
    given.reason ??
    (isJudged(verdict)
      ? verdictSentence({ ...given, exceeded, gaps: given.gaps.length, lost: given.lost ?? [] }, verdict)
      : 'The scan has no verdict.')
  return { verdict, reason, score, grade, summary }
}

const isJudged = (verdict: ActionVerdict): verdict is 'pass' | 'fail' | 'partial' =>
  verdict === 'pass' || verdict === 'fail' || verdict === 'partial'
