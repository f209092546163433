import type { Coverage, Finding } from '../../client/assay.ts'
import { advisoryDateTexts } from '../../src/engine/reports/advisory-dates.ts'
import { type FindingGroup, groupFindings } from '../../src/engine/reports/finding-groups.ts'
import type { ActionVerdict } from './failure.ts'
import { severities } from './inputs.ts'
import { counted, htmlText } from './printable.ts'
import type { Result } from './result.ts'
import type { ToolChange } from './tool-changes.ts'

/** GitHub refuses the summary of a step above 1 MiB. Other steps have summaries of their own. */
export const maxSummaryBytes = 1024 * 1024

/** Rows of each table and list. The summary counts the rest. */
const maxRows = 100
const maxGaps = 50
/** Places or advisories of one group that a row lists. */
const maxListed = 5

const verdictTitles: Readonly<Partial<Record<ActionVerdict, string>>> = {
  pass: '✅ pass',
  fail: '❌ fail',
  partial: '⚠️ partial',
  'nothing-scanned': '⚠️ nothing scanned',
  error: '⚠️ not scanned',
  quota: '⚠️ quota exceeded',
  unavailable: '⚠️ service unavailable',
  timeout: '⚠️ timeout',
  refused: '❌ refused',
}

interface Subject {
  readonly url: string
  readonly ref?: string | undefined
}

/** Returns the summary of a run with a result, as HTML that escapes all text of the scanned project. */
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
  // Published results are not about the revision of this run.
  const [revision, label] = coverage ? [source?.revision ?? subject.ref, 'Scanned:'] : [undefined, 'Published results:']
  const parts = [
    `<h2>Assay: ${htmlText(grade)}, ${score}/100 — ${titleOfVerdict(verdict)}</h2>`,
    paragraph(`${htmlText(reason)} ${subjectText(subject, revision, label)}`),
    table(
      ['critical', 'high', 'medium', 'low', 'info', 'open'],
      [[...severities.map((severity) => String(counts[severity])), String(counts.total)]],
    ),
    findingsTable(findings, findingsTotal, isCompared),
    ...(isCompared && counts.total > findingsTotal
      ? [
          paragraph(
            `${counted(counts.total - findingsTotal, 'existing finding')} of the base ` +
              `${counts.total - findingsTotal === 1 ? 'is' : 'are'} not listed.`,
          ),
        ]
      : []),
    ...toolsTable(tools),
    ...lostList(coverage?.baseline?.lost ?? []),
    ...(coverage ? [coverageDetails(coverage)] : []),
    // Private sources have no public page.
    ...(reportUrl !== undefined && source?.isPrivate !== true ? [paragraph(link('Full report', reportUrl))] : []),
  ]
  return bounded(parts, reportUrl === undefined ? 'The rest does not fit here.' : 'The full report contains the rest.')
}

/** Returns the summary of a run without a result. */
export function failureSummary(verdict: ActionVerdict, reason: string, subject: Subject | undefined): string {
  return bounded([
    `<h2>Assay: ${titleOfVerdict(verdict)}</h2>`,
    paragraph(`${htmlText(reason, 2_000)}${subject ? ` ${subjectText(subject, subject.ref, 'Target:')}` : ''}`),
  ])
}

/** A later version of the service may have other verdicts. */
const titleOfVerdict = (verdict: ActionVerdict) => verdictTitles[verdict] ?? `⚠️ ${htmlText(verdict)}`

function subjectText({ url }: Subject, revision: string | undefined, label: string): string {
  return (
    `${label} ` +
    `<code>${htmlText(url)}` +
    `</code>${revision === undefined ? '' : ` at <code>${htmlText(revision.slice(0, 40))}</code>`}` +
    '.'
  )
}

/** A table with one row per group of findings. */
function findingsTable(findings: readonly Finding[], total: number, isCompared: boolean): string {
  if (total === 0) return paragraph(isCompared ? 'No new findings.' : 'No open findings.')
  const shown = groupFindings(findings).slice(0, maxRows)
  const rest = shown.reduce((sum, group) => sum - group.findings.length, total)
  const rows = shown.map((group) => [
    group.severity + (!isCompared && group.findings.some(({ state }) => state === 'new') ? ' (new)' : ''),
    findingCell(group),
    placeCell(group),
    htmlText(group.remediation),
  ])
  const omitted = `${counted(rest, 'more finding')} of the same or lower severity not listed.`
  return (
    `<h3>${isCompared ? 'New findings' : 'Open findings'}: ${total}</h3>\n` +
    `${table(['severity', 'finding', 'where', 'what to do'], rows)}${rest > 0 ? `\n${paragraph(omitted)}` : ''}`
  )
}

function findingCell({ title, findings }: FindingGroup<Finding>): string {
  const [{ component, advisory }, ...others] = findings
  const places = others.length > 0 && !component ? ` (${counted(findings.length, 'place')})` : ''
  const ids =
    others.length === 0
      ? advisory && advisoryLink(advisory, [advisory.id, ...advisory.aliases])
      : component && listed(findings, ' ', ({ advisory }) => (advisory ? advisoryLink(advisory, [advisory.id]) : ''))
  return `${htmlText(title)}${places}${ids === undefined ? '' : `<br>${ids}`}`
}

function advisoryLink({ url }: NonNullable<Finding['advisory']>, ids: readonly string[]): string {
  const text = ids.map((id) => htmlText(id)).join(' ')
  return url.startsWith('https://') ? link(text, url) : text
}

function placeCell({ findings }: FindingGroup<Finding>): string {
  const [{ component }] = findings
  if (!component) return listed(findings, '<br>', placeInFile)
  const [introduction] = component.introducedBy
  if (!introduction) return ''
  const { manifest, line, path } = introduction
  const place = line === undefined ? manifest : `${manifest}:${line}`
  const steps = path.slice(-4).map((step) => htmlText(step))
  return `<code>${htmlText(place)}</code><br>${steps.join(' › ')}`
}

function placeInFile({ location }: Finding): string {
  return location
    ? `<code>${htmlText(location.path)}${location.startLine === undefined ? '' : `:${location.startLine}`}</code>`
    : ''
}

function listed(findings: readonly Finding[], separator: string, htmlOf: (finding: Finding) => string): string {
  const rest = findings.length - maxListed
  return `${findings.slice(0, maxListed).map(htmlOf).join(separator)}${rest > 0 ? `${separator}and ${rest} more` : ''}`
}

function toolsTable(tools: readonly ToolChange[]): string[] {
  if (tools.length === 0) return []
  const rest = tools.length - maxRows
  return [
    `<h3>Changed tools, resources, and prompts: ${tools.length}</h3>\n${table(
      ['change', 'name', 'details'],
      tools
        .slice(0, maxRows)
        .map(({ kind, name, detail }) => [kind, `<code>${htmlText(name)}</code>`, htmlText(detail)]),
    )}${rest > 0 ? `\n${paragraph(`${counted(rest, 'more change')} ${rest === 1 ? 'is' : 'are'} not listed.`)}` : ''}`,
  ]
}

/** What Assay could read in the base only, at most `maxGaps`. */
function lostList(lost: NonNullable<NonNullable<Coverage['baseline']>['lost']>): string[] {
  if (lost.length === 0) return []
  const rest = lost.length - maxGaps
  return [
    `<h3>No longer readable: ${lost.length}</h3>\n<ul>\n${lost
      .slice(0, maxGaps)
      .map(({ message }) => `<li>${htmlText(message, 600)}</li>`)
      .join('\n')}\n</ul>${rest > 0 ? `\n${paragraph(`${rest} more are not listed.`)}` : ''}`,
  ]
}

function coverageDetails({ components, files, code, advisories, gaps, baseline }: Coverage): string {
  const lines = [
    `${counted(components.total, 'package')}: ${components.method}`,
    `${counted(files.scanned, 'file')}${code ? `, ${counted(code.files, 'source file')}` : ''}`,
    ...advisoryDateTexts(advisories),
    ...(baseline ? [baseline.message, ...(baseline.note === undefined ? [] : [baseline.note])] : []),
    ...(gaps.length === 0 ? ['No gaps'] : gaps.slice(0, maxGaps).map((gap) => `Gap: ${gap}`)),
    ...(gaps.length > maxGaps ? [`${counted(gaps.length - maxGaps, 'more gap')}, not listed`] : []),
  ]
  return (
    `<details${gaps.length > 0 ? ' open' : ''}><summary>Coverage: ` +
    `${gaps.length === 0 ? 'complete' : counted(gaps.length, 'gap')}` +
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

/** Returns the parts that fit, each whole. No part contains an empty line, which would end the HTML. */
function bounded(parts: readonly string[], rest = ''): string {
  const note = paragraph(rest)
  let size = Buffer.byteLength(note) + 16
  const kept: string[] = []
  for (const part of parts) {
    size += Buffer.byteLength(part) + 1
    if (size >= maxSummaryBytes) return [...kept, note].join('\n')
    kept.push(part)
  }
  return kept.join('\n')
}
