import { introductionPlace } from '../../model/component.ts'
import type { Finding } from '../../model/finding.ts'
import type { CallStep } from '../../model/reachability.ts'
import { shortCallPath } from '../../model/reachability-text.ts'
import type { ScanReport } from '../../model/scan-report.ts'
import { visible } from '../check-run/markdown.ts'
import { type ComparedGroup, comparedGroups, comparisonNotes } from '../compared-findings.ts'
import { groupReachability } from '../group-reachability.ts'
import { notAnalyzedByKind, notAnalyzedText } from '../not-analyzed-text.ts'
import { scannedFacts, severityCounts, subjectName } from '../report-facts.ts'
import { reportStyle } from '../report-style.ts'
import { subjectOfSource } from '../subject.ts'
import type { ReportFormat } from './report-format.ts'

/** HTML: one page for all targets. */
export const html: ReportFormat = { isJoint: true, render: htmlDocument }

/** Renders the reports as one self-contained page that runs no scripts and loads nothing. */
export function htmlDocument(reports: readonly ScanReport[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(reports.map(subjectName).join(', '), 200)} - Assay report</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
${reports.map(articleOf).join('\n')}
</main>
</body>
</html>
`
}

function articleOf(report: ScanReport): string {
  const { source, error, results, verdict, coverage } = report
  const detail = source && subjectOfSource(source).detail
  const place = detail === undefined ? '' : `<p>${escaped(detail)}</p>`
  const head = `<header><h1>${escaped(subjectName(report))}</h1>${place}`
  if (error) {
    const problem = `Not scanned: ${escaped(error.message, 1_000)} (${escaped(error.code)})`
    return `<article>${head}</header><p class="problem">${problem}</p></article>`
  }
  const groups = comparedGroups(report)
  const notes = comparisonNotes(report).map((note) => `<p>${escaped(note, 1_000)}</p>`)
  const result = results
    ? `<p class="result"><b class="grade ${results.grade}">${results.grade}</b> ${results.securityScore}/100, ` +
      `verdict <b>${verdict}</b>, ${severityCounts(results)}</p>`
    : `<p class="result">${verdict}</p>`
  return [
    `<article>${head}${result}</header>`,
    ...notes,
    groups.length === 0 ? '<p>No open findings.</p>' : groups.map(groupSection).join('\n'),
    coverage ? coverageSection(coverage) : '',
    '</article>',
  ].join('\n')
}

function groupSection({ severity, state, title, remediation, findings }: ComparedGroup): string {
  const places = findings.length === 1 ? '' : ` <small>${findings.length} findings</small>`
  const mark = state ? ` <b class="state ${state}">${state}</b>` : ''
  const label = `<span class="severity ${severity}">${severity}</span>${mark}`
  return `<section class="finding"><h2>${label} ${prose(title)}${places}${reachabilityOf(findings)}</h2>
<p class="fix"><b>Fix:</b> ${prose(remediation)}</p>
${findings.map(findingDetails).join('\n')}</section>`
}

function reachabilityOf(findings: ComparedGroup['findings']): string {
  const result = groupReachability(findings)
  return result ? ` <small>${escaped(result.label)}</small>` : ''
}

function findingDetails(finding: Finding): string {
  const { message, location, component, advisory, ruleId, trace = [], reachability } = finding
  const place = location
    ? `${location.path}:${location.startLine ?? 1}`
    : component
      ? `${component.name} ${component.version}`
      : ''
  const names = advisory ? [advisory.id, ...advisory.aliases].join(', ') : ruleId
  const steps = trace.map(
    (step) => `<li><code>${escaped(`${step.path}:${step.line}`)}</code> ${prose(step.message)}</li>`,
  )
  return `<details><summary><code>${escaped(place)}</code> ${escaped(names)}</summary>
<p>${prose(message)}</p>
${
  location?.snippet === undefined
    ? ''
    : `<pre>${location.snippet
        .split('\n')
        .map((line) => escaped(line, 500))
        .join('\n')}</pre>`
}
${steps.length === 0 ? '' : `<ol>${steps.join('')}</ol>`}
${callPathOf(reachability?.path ?? [])}
${component ? pathsOf(component) : ''}</details>`
}

function callPathOf(path: readonly CallStep[]): string {
  const steps = shortCallPath(path).map((step) => `<li><code>${escaped(step)}</code></li>`)
  return steps.length === 0 ? '' : `<p>Call path:</p><ol>${steps.join('')}</ol>`
}

function pathsOf({ introducedBy }: NonNullable<Finding['component']>): string {
  const paths = introducedBy
    .slice(0, 5)
    .map(
      (introduction) =>
        `<li>${escaped(introduction.path.join(' › '), 500)} (${escaped(introductionPlace(introduction))})</li>`,
    )
  return paths.length === 0 ? '' : `<ul>${paths.join('')}</ul>`
}

function coverageSection(coverage: NonNullable<ScanReport['coverage']>): string {
  const facts = scannedFacts(coverage).map((text) => escaped(text))
  const gaps = coverage.gaps.map((gap) => `<li>${prose(gap)}</li>`)
  return `<footer><p>Scanned: ${facts.join(', ')}</p>${
    gaps.length === 0 ? '' : `<h2>Coverage gaps</h2><ul>${gaps.join('')}</ul>`
  }${notAnalyzedSection(coverage)}</footer>`
}

function notAnalyzedSection({ notAnalyzed }: NonNullable<ScanReport['coverage']>): string {
  if (notAnalyzed === undefined) return ''
  const groups = notAnalyzedByKind(notAnalyzed).map(({ heading, items }) => {
    const rows = items.map((item) => `<li>${escaped(notAnalyzedText(item), 700)}</li>`)
    return `<h3>${escaped(heading)}</h3><ul>${rows.join('')}</ul>`
  })
  const rest = notAnalyzed.total - notAnalyzed.items.length
  return (
    `<details><summary>Not analyzed: ${notAnalyzed.total}</summary>${groups.join('')}` +
    `${rest > 0 ? `<p>${rest} more items are not listed.</p>` : ''}</details>`
  )
}

/** Formats rule text as HTML. Inline `code` becomes code elements. */
function prose(text: string): string {
  return text
    .split(/(`[^`\n]+`)/)
    .map((part, index) =>
      index % 2 === 1 ? `<code>${escaped(part.slice(1, -1), 2_000)}</code>` : escaped(part, 2_000),
    )
    .join('')
}

/** Makes untrusted text visible, and escapes it for text and attributes. */
function escaped(text: string, maxLength = 300): string {
  return visible(text, maxLength)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
