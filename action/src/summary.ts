import type { Coverage } from '../../client/assay.ts'
import { advisoryDateTexts } from '../../src/engine/reports/advisory-dates.ts'
import type { SummaryLinks } from '../../src/engine/reports/check-run/check-run-input.ts'
import { markdownCode, markdownText } from '../../src/engine/reports/check-run/markdown.ts'
import { checkRunSummary } from '../../src/engine/reports/check-run/summary.ts'
import { checkRunTitle } from '../../src/engine/reports/check-run/title.ts'
import type { ActionVerdict } from './failure.ts'
import { counted } from './printable.ts'
import type { Result } from './result.ts'

const verdictMarks: Readonly<Partial<Record<ActionVerdict, string>>> = { pass: '✅', fail: '❌', refused: '❌' }

const failureTitles: Readonly<Partial<Record<ActionVerdict, string>>> = {
  'nothing-scanned': 'nothing scanned',
  error: 'not scanned',
  quota: 'quota exceeded',
  unavailable: 'service unavailable',
}

interface Subject {
  readonly url: string
  readonly ref?: string | undefined
}

/** Returns the summary for a run with a result: the same text as a check run, and the scanned revision. */
export function resultSummary(result: Result, subject: Subject, links: SummaryLinks = {}): string {
  const { verdict, coverage, source } = result
  const input = { ...result.summary, links }
  // Published results may describe a different revision than the one in this run.
  const [revision, label] = coverage ? [source?.revision ?? subject.ref, 'Scanned:'] : [undefined, 'Published results:']
  return [
    headingOf(verdict, input.results ? checkRunTitle(input) : verdict),
    checkRunSummary(input),
    subjectText(subject, revision, label),
    ...(coverage ? [coverageDetails(coverage)] : []),
  ].join('\n\n')
}

/** Returns the summary for a run without a result. */
export function failureSummary(verdict: ActionVerdict, reason: string, subject: Subject | undefined): string {
  return [
    headingOf(verdict, failureTitles[verdict] ?? verdict),
    markdownText(reason, 2_000),
    ...(subject ? [subjectText(subject, subject.ref, 'Target:')] : []),
  ].join('\n\n')
}

/** Supports verdicts that later service versions may introduce. */
const headingOf = (verdict: ActionVerdict, title: string) =>
  `## ${verdictMarks[verdict] ?? '⚠️'} Assay: ${markdownText(title)}`

function subjectText({ url }: Subject, revision: string | undefined, label: string): string {
  return `${label} ${markdownCode(url)}${revision === undefined ? '' : ` at ${markdownCode(revision.slice(0, 40))}`}.`
}

/** Returns the summary section about scan coverage. The coverage gaps are listed above it. */
function coverageDetails({ components, files, code, advisories, gaps, baseline }: Coverage): string {
  const lines = [
    `${counted(components.total, 'package')}: ${components.method}`,
    `${counted(files.scanned, 'file')}${code ? `, ${counted(code.files, 'source file')}` : ''}`,
    ...advisoryDateTexts(advisories),
    ...(baseline ? [baseline.message, ...(baseline.note === undefined ? [] : [baseline.note])] : []),
  ]
  const title = `Coverage: ${gaps.length === 0 ? 'complete' : counted(gaps.length, 'gap')}`
  return (
    `<details><summary>${title}</summary>\n\n${lines.map((line) => `- ${markdownText(line, 500)}`).join('\n')}\n\n` +
    '</details>'
  )
}
