import type { Finding, FindingState } from '../../model/finding.ts'
import { checkRunLimits } from './check-run-limits.ts'
import { compareSeverity, countBySeverity, severities } from '../../model/severity.ts'
import type { SuppressionNotice } from '../../model/suppression-report.ts'
import { aimOf } from '../project-notices.ts'
import type { Annotations } from './annotations.ts'
import type { CheckRunInput } from './check-run-input.ts'
import { findingLine, newFindings } from './finding-sections.ts'
import { markdownCode, markdownText } from './markdown.ts'
import { joinSections, listSection, type Section, wholeSection } from './section.ts'
import { counted } from './title.ts'
import { verdictSentences } from './verdict-sentences.ts'

/** Returns the Markdown below the title, shorter than `maxBytes`. It counts what it does not show. */
export function checkRunSummary(
  input: CheckRunInput,
  annotations: Annotations,
  maxBytes: number = checkRunLimits.maxTextBytes,
): string {
  const of = (state: FindingState) =>
    input.findings
      .filter((finding) => finding.state === state)
      .toSorted((a, b) => compareSeverity(a.severity, b.severity))
  const [fresh, fixed, suppressed] = [of('new'), of('fixed'), of('suppressed')]
  return joinSections(
    [
      wholeSection(headOf(input)),
      wholeSection(countsOf(input)),
      listSection(
        'No longer readable',
        (input.lost ?? []).map(({ message }) => markdownText(message, 600)),
      ),
      listSection(
        'Capabilities that `failOn.capabilities` does not allow',
        (input.settings?.addedCapabilities ?? []).map(
          ({ word, message }) => `${markdownCode(word)} ${markdownText(message, 600)}`,
        ),
      ),
      listSection(
        'Coverage gaps',
        input.gaps.map((gap) => markdownText(gap, 600)),
      ),
      listSection('Mistakes in the project settings', mistakesOf(input)),
      newFindings(fresh, input.isCompared ? counted(fresh.length, 'new finding') : counted(fresh.length, 'finding')),
      listSection(
        'Other changes',
        (input.toolChanges ?? []).map(
          ({ kind, name, detail }) => `${kind}: ${markdownCode(name)} ${markdownText(detail)}`,
        ),
        { most: checkRunLimits.maxChanges },
      ),
      ...suppressionSections(input),
      listSection(counted(fixed.length, 'fixed finding'), fixed.map(findingLine), { isFolded: true }),
      listSection(counted(suppressed.length, 'suppressed finding'), suppressed.map(suppressedLine), {
        isFolded: true,
      }),
      wholeSection(annotationsLine(annotations)),
      wholeSection(input.reportUrl === undefined ? '' : `[Full report](<${input.reportUrl}>)`),
    ],
    maxBytes - 1,
  )
}

function headOf(input: CheckRunInput): string {
  const { verdict, results, reason } = input
  if (results === undefined && verdict === 'fail')
    return `Failed: Assay can scan the base commit, but not this commit. ${markdownText(reason ?? '', 600)}`
  if (results === undefined) return `No result: ${markdownText(reason ?? 'Assay did not scan this commit.', 600)}`
  const why =
    verdict === 'pass' || verdict === 'fail' || verdict === 'partial'
      ? verdictSentences(input, verdict)
      : markdownText(reason ?? '', 600)
  return `**Grade ${results.grade}** · ${results.securityScore}/100 · ${why}`
}

/** Returns a table of findings by state and severity. The rows of new and suppressed findings are always present. */
function countsOf({ findings, isCompared, results }: CheckRunInput): string {
  if (results === undefined) return ''
  const rows = (['new', 'existing', 'fixed', 'suppressed'] as const).flatMap((state) => {
    const counts = countBySeverity(findings.filter((finding) => finding.state === state))
    const name = state === 'new' && !isCompared ? 'open' : state
    return counts.total === 0 && state !== 'new' && state !== 'suppressed'
      ? []
      : [`| ${name} | ${severities.map((severity) => counts[severity]).join(' | ')} | ${counts.total} |`]
  })
  return [`| | ${severities.join(' | ')} | total |`, `|---|${'--:|'.repeat(severities.length + 1)}`, ...rows].join('\n')
}

function mistakesOf({ settings }: CheckRunInput): string[] {
  if (!settings) return []
  const { path = '', ignored, mistakes, suppressions } = settings
  return [
    ...[...mistakes, ...suppressions.invalid].map(
      (mistake) =>
        `${markdownCode(`${mistake.path}:${mistake.line}:${mistake.column}`)} ${markdownText(mistake.message)}`,
    ),
    ...(ignored === undefined ? [] : [`${markdownCode(ignored)} is ignored because ${markdownCode(path)} exists`]),
  ]
}

function suppressionSections({ settings }: CheckRunInput): Section[] {
  if (!settings) return []
  const { added, refused, expired, unused } = settings.suppressions
  return [
    listSection('Suppressions added by this pull request', added.map(noticeLine)),
    listSection(
      'Suppressions in this pull request that have no effect',
      refused.map((notice) => `${noticeLine(notice)}: ${markdownText(notice.why)}`),
    ),
    listSection('Expired suppressions', expired.map(noticeLine)),
    listSection('Unused suppressions', unused.map(noticeLine), { isFolded: true }),
  ]
}

function noticeLine(notice: SuppressionNotice): string {
  const until = notice.expires === undefined ? '' : `, until ${notice.expires.slice(0, 10)}`
  return `${markdownCode(notice.by)} ${markdownText(aimOf(notice))}, reason: ${markdownText(notice.reason)}${until}`
}

function suppressedLine(finding: Finding): string {
  const { suppression } = finding
  if (!suppression) return findingLine(finding)
  return (
    `${findingLine(finding)}, reason: ${markdownText(suppression.reason)} ` +
    `(${markdownCode(suppression.by)}` +
    `${suppression.expires === undefined ? '' : `, until ${suppression.expires.slice(0, 10)}`}` +
    ')'
  )
}

function annotationsLine({ total, outside, below, beyond }: Annotations): string {
  const without = [
    ...(outside > 0 ? [`${outside} outside the changed lines`] : []),
    ...(below > 0 ? [`${below} below the \`reportOn\` severity`] : []),
    ...(beyond > 0 ? [`${beyond} over the limit of ${checkRunLimits.maxAnnotations} annotations`] : []),
  ]
  if (total === 0 && without.length === 0) return ''
  const annotated = `${counted(total, 'new finding')} ${total === 1 ? 'is' : 'are'} annotated.`
  return without.length === 0 ? annotated : `${annotated} Not annotated: ${without.join(', ')}.`
}
