import type { Coverage, Finding } from '../../client/assay.ts'
import { advisoryDateTexts } from '../../src/engine/reports/advisory-dates.ts'
import type { ActionVerdict } from './failure.ts'
import { severities } from './inputs.ts'
import { counted, htmlText } from './printable.ts'
import type { Result } from './result.ts'
import type { ToolChange } from './tool-changes.ts'

/** GitHub refuses the summary of a step that is over 1 MiB; steps before may not have written into this one's. */
export const maxSummaryBytes = 1024 * 1024

/** Rows of each table and list; the rest is counted. */
const maxRows = 100
const maxGaps = 50

const verdictTitles: Readonly<Partial<Record<ActionVerdict, string>>> = {
  pass: '✅ pass',
  fail: '❌ fail',
  partial: '⚠️ partial',
  'nothing-scanned': '⚠️ nothing scanned',
  error: '⚠️ not scanned',
  quota: '⚠️ quota used up',
  unavailable: '⚠️ service not available',
  timeout: '⚠️ not done in time',
  refused: '❌ refused',
}

interface Subject {
  readonly url: string
  readonly ref?: string | undefined
}

/** The summary of a run with a result, as HTML in which nothing of the scanned project is markup. */
export function resultSummary(result: Result, subject: Subject): string {
  const {
    verdict,
    reason,
    grade,
    score,
    counts,
    coverage,
    source,
    reportUrl,
    isCompared,
    findings,
    findingsTotal,
    tools,
  } = result
  // What was published before is of no revision that the run asked for.
  const [revision, beginning] = coverage ? [source?.revision ?? subject.ref, 'Scanned:'] : [undefined, 'Published of']
  const parts = [
    `<h2>Assay: ${htmlText(grade)}, ${score}/100 — ${titleOfVerdict(verdict)}</h2>`,
    paragraph(`${htmlText(reason)} ${subjectText(subject, revision, beginning)}`),
    table(
      ['critical', 'high', 'medium', 'low', 'info', 'open'],
      [[...severities.map((severity) => String(counts[severity])), String(counts.total)]],
    ),
    findingsTable(findings, findingsTotal, isCompared),
    ...(isCompared && counts.total > findingsTotal
      ? [
          paragraph(
            `${counted(counts.total - findingsTotal, 'finding')} that the base has too ` +
              `${counts.total - findingsTotal === 1 ? 'is' : 'are'} not listed.`,
          ),
        ]
      : []),
    ...toolsTable(tools),
    ...lostList(coverage?.baseline?.lost ?? []),
    ...(coverage ? [coverageDetails(coverage)] : []),
    // Of private sources there is no page.
    ...(reportUrl !== undefined && source?.isPrivate !== true ? [paragraph(link('The whole report', reportUrl))] : []),
  ]
  return bounded(parts)
}

/** The summary of a run that has none. */
export function failureSummary(verdict: ActionVerdict, reason: string, subject: Subject | undefined): string {
  return bounded([
    `<h2>Assay: ${titleOfVerdict(verdict)}</h2>`,
    paragraph(`${htmlText(reason, 2_000)}${subject ? ` ${subjectText(subject, subject.ref, 'It was about')}` : ''}`),
  ])
}

/** A later version of the service may have others. */
const titleOfVerdict = (verdict: ActionVerdict) => verdictTitles[verdict] ?? `⚠️ ${htmlText(verdict)}`

function subjectText({ url }: Subject, revision: string | undefined, beginning: string): string {
  return (
    `${beginning} ` +
    `<code>${htmlText(url)}` +
    `</code>${revision === undefined ? '' : ` at <code>${htmlText(revision.slice(0, 40))}</code>`}` +
    '.'
  )
}

function findingsTable(findings: readonly Finding[], total: number, isCompared: boolean): string {
  if (total === 0) return paragraph(isCompared ? 'No new findings.' : 'No open findings.')
  const shown = findings.slice(0, maxRows)
  const rows = shown.map((finding) => [
    finding.severity + (isCompared || finding.state !== 'new' ? '' : ' (new)'),
    titleOf(finding),
    placeOf(finding),
    htmlText(
      finding.component && finding.advisory?.fixedVersion
        ? `${finding.component.name} ${finding.advisory.fixedVersion}`
        : finding.remediation,
    ),
  ])
  const rest = total - shown.length
  return (
    `<h3>${isCompared ? 'New findings' : 'Open findings'}: ` +
    `${total}` +
    `</h3>\n${table(['severity', 'finding', 'where', isFixTable(shown) ? 'fixed in' : 'what to do'], rows)}` +
    `${
      rest > 0
        ? `\n${paragraph(`And ${counted(rest, 'further finding')}, less severe or as severe as the last one.`)}`
        : ''
    }`
  )
}

/** Every finding is one that another version of a package is free of. */
function isFixTable(findings: readonly Finding[]): boolean {
  return findings.every(({ component, advisory }) => component && advisory?.fixedVersion)
}

function titleOf({ title, advisory }: Finding): string {
  const text = htmlText(title)
  const ids = advisory && [advisory.id, ...advisory.aliases].map((id) => htmlText(id)).join(' ')
  return advisory ? `${text}<br>${advisory.url.startsWith('https://') ? link(ids ?? '', advisory.url) : ids}` : text
}

function placeOf({ location, component }: Finding): string {
  if (location)
    return `<code>${htmlText(location.path)}${location.startLine === undefined ? '' : `:${location.startLine}`}</code>`
  const [way] = component?.introducedBy ?? []
  return way
    ? `<code>${htmlText(way.manifest)}</code><br>${way.path
        .slice(-4)
        .map((step) => htmlText(step))
        .join(' › ')}`
    : ''
}

function toolsTable(tools: readonly ToolChange[]): string[] {
  if (tools.length === 0) return []
  const rest = tools.length - maxRows
  return [
    `<h3>What models are offered, against the base: ${counted(tools.length, 'change')}</h3>\n${table(
      ['', 'what', ''],
      tools
        .slice(0, maxRows)
        .map(({ kind, name, detail }) => [kind, `<code>${htmlText(name)}</code>`, htmlText(detail)]),
    )}${rest > 0 ? `\n${paragraph(`And ${counted(rest, 'further change')}.`)}` : ''}`,
  ]
}

/** What the base could read and the commit hides, at most `mostGaps`. */
function lostList(lost: NonNullable<NonNullable<Coverage['baseline']>['lost']>): string[] {
  if (lost.length === 0) return []
  const rest = lost.length - maxGaps
  return [
    `<h3>No longer readable: ${lost.length}</h3>\n<ul>\n${lost
      .slice(0, maxGaps)
      .map(({ message }) => `<li>${htmlText(message, 600)}</li>`)
      .join('\n')}\n</ul>${rest > 0 ? `\n${paragraph(`And ${rest} more.`)}` : ''}`,
  ]
}

function coverageDetails({ components, files, code, advisories, gaps, baseline }: Coverage): string {
  const lines = [
    `${counted(components.total, 'package')}: ${components.method}`,
    `${counted(files.scanned, 'file')}${code ? `, ${counted(code.files, 'source file')} read` : ''}`,
    ...advisoryDateTexts(advisories),
    ...(baseline ? [baseline.message, ...(baseline.note === undefined ? [] : [baseline.note])] : []),
    ...(gaps.length === 0 ? ['No gaps'] : gaps.slice(0, maxGaps).map((gap) => `Not seen: ${gap}`)),
    ...(gaps.length > maxGaps ? [`And ${counted(gaps.length - maxGaps, 'further gap')}`] : []),
  ]
  return (
    `<details${gaps.length > 0 ? ' open' : ''}><summary>Coverage: ` +
    `${gaps.length === 0 ? 'whole' : counted(gaps.length, 'gap')}` +
    `</summary>\n<ul>\n${lines.map((line) => `<li>${htmlText(line, 500)}</li>`).join('\n')}` +
    `\n</ul>\n</details>`
  )
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return ['<table>', row(head, 'th'), ...rows.map((cells) => row(cells, 'td')), '</table>'].join('\n')
}

const row = (cells: readonly string[], tag: 'th' | 'td') =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`

const paragraph = (html: string) => `<p>${html}</p>`

function link(html: string, url: string): string {
  return (
    '<a ' +
    `href="${url.replaceAll('&', '&amp;').replaceAll('"', '%22').replaceAll('<', '%3C').replaceAll('>', '%3E')}` +
    `">${html}</a>`
  )
}

/** Parts that fit, each whole; an empty line would end the HTML, so there is none within a part. */
function bounded(parts: readonly string[]): string {
  const note = paragraph('The rest is in the report.')
  let size = Buffer.byteLength(note) + 16
  const kept: string[] = []
  for (const part of parts) {
    size += Buffer.byteLength(part) + 1
    if (size >= maxSummaryBytes) return [...kept, note].join('\n')
    kept.push(part)
  }
  return kept.join('\n')
}
