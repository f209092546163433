import type { Coverage, Finding, Grade, Scan, SeverityCounts } from '../../client/assay.ts'
import type { ActionVerdict } from './failure.ts'
import { grades, type Inputs, severities } from './inputs.ts'
import { counted } from './printable.ts'
import { patiently, type Service } from './assay-service.ts'
import type { ScanContext, ScannedSubject } from './scan-subject.ts'
import { type ToolChange, toolChanges } from './tool-changes.ts'

/** The result of a run, for outputs, summary, and log. */
export interface Result {
  readonly verdict: ActionVerdict
  /** The reason for the verdict, in sentences. */
  readonly reason: string
  readonly score: number
  readonly grade: Grade
  /** Open findings, new and existing. */
  readonly counts: SeverityCounts
  /** Findings that the base, or the previous scan, did not have. */
  readonly newFindings?: number
  /** The scan has a base, so only new findings fail. */
  readonly isCompared: boolean
  /** The worst new findings, or open ones without a base. Worst first. */
  readonly findings: readonly Finding[]
  /** Number of new findings, or of open ones without a base. */
  readonly findingsTotal: number
  readonly tools: readonly ToolChange[]
  readonly coverage?: Coverage | undefined
  readonly source?: Scan['source'] | undefined
  readonly reportUrl?: string | undefined
}

/** The page size of the API. */
const maxFindings = 100

/** Reads the findings of a completed scan and decides the verdict. */
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
  /** What the scan of the base could read and this scan could not, because of the change. */
  readonly lost?: NonNullable<NonNullable<Coverage['baseline']>['lost']>
  /** Capabilities that the settings of a trusted project do not allow the change to add. */
  readonly addedCapabilities?: readonly { readonly message: string }[]
}

/** Returns the verdict of the service, or `fail` if the score or grade is below the limits of the workflow. */
export function judge(
  { verdict, score, grade, counts, gaps, lost = [], addedCapabilities = [] }: Numbers,
  { failOn, minScore, minGrade }: Pick<Inputs, 'failOn' | 'minScore' | 'minGrade'>,
  fresh?: FindingsPage,
): Pick<Result, 'verdict' | 'reason'> {
  const reasons: string[] = []
  const severe = severeFindings(counts, failOn, fresh)
  if (verdict === 'fail' && severe.count > 0) reasons.push(severe.text)
  // Without a severe finding, only the settings of a trusted project can let a finding fail.
  else if (verdict === 'fail' && lost.length === 0 && addedCapabilities.length === 0)
    reasons.push('a finding is open whose rule the project settings block')
  const [first] = lost
  if (first)
    reasons.push(`the change makes ${first.path}${lost.length > 1 ? ` and ${lost.length - 1} more` : ''} unreadable`)
  for (const { message } of addedCapabilities)
    reasons.push(`the project settings do not allow a capability: ${lowercased(message)}`)
  if (minScore !== undefined && score < minScore) reasons.push(`the score ${score} is below ${minScore}`)
  if (minGrade !== undefined && grades.indexOf(grade) > grades.indexOf(minGrade))
    reasons.push(`the grade ${grade} is below ${minGrade}`)
  const existing = fresh && !severe.isCut ? existingFindings(counts, failOn, severe.count) : ''
  if (reasons.length > 0) return { verdict: 'fail', reason: `${sentence(reasons.join(', and '))}${existing}` }
  const nothing = `no ${fresh ? 'new ' : ''}finding is ${severityText(failOn)}`
  if (verdict === 'partial')
    return { verdict, reason: sentence(`${nothing}, but coverage has ${counted(gaps, 'gap')}`) + existing }
  return { verdict, reason: sentence(nothing) + existing }
}

/** Returns the number of findings that the verdict counts, and a clause for it. */
function severeFindings(
  counts: SeverityCounts,
  failOn: Inputs['failOn'],
  fresh: FindingsPage | undefined,
): { readonly count: number; readonly isCut: boolean; readonly text: string } {
  const severe = severities.slice(0, severities.indexOf(failOn) + 1)
  const count = fresh
    ? fresh.findings.filter(({ severity }) => severe.includes(severity)).length
    : severe.reduce((sum, severity) => sum + counts[severity], 0)
  // The list of a service has the worst findings only.
  const isCut = fresh !== undefined && count === fresh.findings.length && count < fresh.total
  const atLeast = isCut ? 'at least ' : ''
  return {
    count,
    isCut,
    text:
      `${atLeast}${counted(count, fresh ? 'new finding' : 'finding')} ${count === 1 ? 'is' : 'are'} ` +
      `${severityText(failOn)}`,
  }
}

/** Returns a sentence about open findings of the base. Empty without any. */
function existingFindings(counts: SeverityCounts, failOn: Inputs['failOn'], fresh: number): string {
  const open = severities.slice(0, severities.indexOf(failOn) + 1).reduce((sum, severity) => sum + counts[severity], 0)
  const existing = open - fresh
  return existing <= 0
    ? ''
    : ` ${counted(existing, 'existing finding')} ${existing === 1 ? 'is' : 'are'} ${severityText(failOn)} and still ` +
        `open; ${existing === 1 ? 'it does' : 'they do'} not fail this run.`
}

const severityText = (failOn: Inputs['failOn']) =>
  failOn === 'critical' ? 'critical' : failOn === 'info' ? 'open' : `${failOn} or worse`

const lowercased = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
