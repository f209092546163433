import type { Coverage, Finding, Grade, Scan, SeverityCounts } from '../../client/assay.ts'
import type { ActionVerdict } from './failure.ts'
import { grades, type Inputs, severities } from './inputs.ts'
import { counted } from './printable.ts'
import { patiently, type Service } from './assay-service.ts'
import type { ScanContext, ScannedSubject } from './scan-subject.ts'
import { type ToolChange, toolChanges } from './tool-changes.ts'

/** What a run found out, for outputs, summary and log. */
export interface Result {
  readonly verdict: ActionVerdict
  /** Why, in a sentence. */
  readonly reason: string
  readonly score: number
  readonly grade: Grade
  /** Of open findings, known ones too. */
  readonly counts: SeverityCounts
  /** How many are new against the base, or against the scan before. */
  readonly newFindings?: number
  /** It was compared with a base: only what is new fails. */
  readonly isCompared: boolean
  /** New ones where it was compared, else open ones: the worst, worst first. */
  readonly findings: readonly Finding[]
  /** How many there are of them. */
  readonly findingsTotal: number
  readonly tools: readonly ToolChange[]
  readonly coverage?: Coverage | undefined
  readonly source?: Scan['source'] | undefined
  readonly reportUrl?: string | undefined
}

/** As many as one page of the API has. */
const maxFindings = 100

/** Reads what a completed scan found and judges it. */
export async function resultOf(
  context: Pick<ScanContext, 'service' | 'deadline' | 'runner'>,
  { scan, base }: ScannedSubject,
  inputs: Pick<Inputs, 'failOn' | 'minScore' | 'minGrade'>,
): Promise<Result> {
  const { results, verdict = 'error', coverage, source, scanId, reportUrl } = scan
  if (!results) throw new TypeError('a completed scan has no results')
  const isCompared = coverage?.baseline !== undefined
  const isEmpty = results.vulnerabilities.total === 0
  const none = { findings: [], total: 0 }
  const fresh = isEmpty ? none : await page(context, scanId, 'new')
  const shown = isCompared || isEmpty ? fresh : await page(context, scanId)
  return {
    ...judge(
      {
        verdict,
        score: results.securityScore,
        grade: results.grade,
        counts: results.vulnerabilities,
        gaps: coverage?.gaps.length ?? 0,
        lost: coverage?.baseline?.lost ?? [],
      },
      inputs,
      isCompared ? fresh : undefined,
    ),
    score: results.securityScore,
    grade: results.grade,
    counts: results.vulnerabilities,
    newFindings: fresh.total,
    isCompared,
    findings: shown.findings,
    findingsTotal: shown.total,
    tools: toolChanges(base, scan),
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
  state?: 'new',
): Promise<FindingsPage> {
  const { vulnerabilities, pagination } = await patiently(context, 'the findings', (signal) =>
    context.service.client.listScanVulnerabilities({ scanId, limit: maxFindings, ...(state && { state }) }, { signal }),
  )
  return { findings: vulnerabilities, total: pagination.total }
}

interface Numbers {
  readonly verdict: ActionVerdict
  readonly score: number
  readonly grade: Grade
  readonly counts: SeverityCounts
  readonly gaps: number
  /** What the base could read and the scan could not, because of the change. */
  readonly lost?: NonNullable<NonNullable<Coverage['baseline']>['lost']>
}

/** The service's verdict, and over it the bounds that only the workflow has. */
export function judge(
  { verdict, score, grade, counts, gaps, lost = [] }: Numbers,
  { failOn, minScore, minGrade }: Pick<Inputs, 'failOn' | 'minScore' | 'minGrade'>,
  fresh?: FindingsPage,
): Pick<Result, 'verdict' | 'reason'> {
  const reasons: string[] = []
  const severe = severeFindings(counts, failOn, fresh)
  if (verdict === 'fail' && (severe.count > 0 || lost.length === 0)) reasons.push(severe.text)
  const [first] = lost
  if (first)
    reasons.push(`the change makes ${first.path}${lost.length > 1 ? ` and ${lost.length - 1} more` : ''} unreadable`)
  if (minScore !== undefined && score < minScore) reasons.push(`the score ${score} is below ${minScore}`)
  if (minGrade !== undefined && grades.indexOf(grade) > grades.indexOf(minGrade))
    reasons.push(`the grade ${grade} is below ${minGrade}`)
  const known = fresh ? existingFindings(counts, failOn, severe.count) : ''
  if (reasons.length > 0) return { verdict: 'fail', reason: `${sentence(reasons.join(', and '))}${known}` }
  const nothing = `nothing ${fresh ? 'new ' : ''}is ${severityText(failOn)}`
  if (verdict === 'partial')
    return {
      verdict,
      reason: sentence(`${nothing}, as far as could be seen: ${counted(gaps, 'gap')} in the coverage`) + known,
    }
  return { verdict, reason: sentence(nothing) + known }
}

/** How many findings the verdict counts, and a clause that says it. */
function severeFindings(
  counts: SeverityCounts,
  failOn: Inputs['failOn'],
  fresh: FindingsPage | undefined,
): { readonly count: number; readonly text: string } {
  const severe = severities.slice(0, severities.indexOf(failOn) + 1)
  const count = fresh
    ? fresh.findings.filter(({ severity }) => severe.includes(severity)).length
    : severe.reduce((sum, severity) => sum + counts[severity], 0)
  const atLeast = fresh && count === maxFindings ? 'at least ' : ''
  return {
    count,
    text:
      `${atLeast}${counted(count, fresh ? 'new finding' : 'finding')} ${count === 1 ? 'is' : 'are'} ` +
      `${severityText(failOn)}`,
  }
}

/**
 * Returns a sentence about open findings that the base also has, which do not fail the run. Empty if there are none, or
 * if the list of new findings is full.
 */
function existingFindings(counts: SeverityCounts, failOn: Inputs['failOn'], fresh: number): string {
  const open = severities.slice(0, severities.indexOf(failOn) + 1).reduce((sum, severity) => sum + counts[severity], 0)
  const existing = fresh >= maxFindings ? 0 : open - fresh
  return existing <= 0
    ? ''
    : ` ${counted(existing, 'open finding')} that the base has too ${existing === 1 ? 'is' : 'are'} ` +
        `${severityText(failOn)} and ${existing === 1 ? 'does' : 'do'} not count.`
}

const severityText = (failOn: Inputs['failOn']) =>
  failOn === 'critical' ? 'critical' : failOn === 'info' ? 'open' : `${failOn} or worse`

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
