import type { FindingState } from '../../model/finding.ts'
import { comparePriority } from '../../model/priority.ts'
import type { SuppressionNotice } from '../../model/suppression-report.ts'
import { groupFindings } from '../finding-groups.ts'
import { aimOf } from '../project-notices.ts'
import type { ReportedFinding } from '../reported-finding.ts'
import { acceptSection } from './accept-section.ts'
import type { Annotations } from './annotations.ts'
import { changeSections } from './change-sections.ts'
import { checkRunLimits } from './check-run-limits.ts'
import type { SummaryInput } from './check-run-input.ts'
import { findingCounts } from './finding-counts.ts'
import { findingLine, newFindings, suppressionHelp } from './finding-sections.ts'
import type { FixesByFinding } from './fixes.ts'
import { markdownCode, markdownProse, markdownText } from './markdown.ts'
import { joinSections, listSection, type Section, wholeSection } from './section.ts'
import { summaryHead } from './summary-head.ts'
import { counted } from './title.ts'

/** Annotation data, which exists only for check runs. */
export interface AnnotationFacts {
  readonly annotations?: Annotations | undefined
  readonly fixes?: FixesByFinding | undefined
}

/**
 * Returns the Markdown that follows the title, shorter than `maxBytes`. Entries that do not fit are omitted and
 * counted.
 */
export function checkRunSummary(
  input: SummaryInput,
  { annotations, fixes }: AnnotationFacts = {},
  maxBytes: number = checkRunLimits.maxTextBytes,
): string {
  const { findings, isCompared, gaps, verdict, links = {} } = input
  const of = (state: FindingState) => findings.filter((finding) => finding.state === state).toSorted(comparePriority)
  const [fixed, suppressed] = [of('fixed'), of('suppressed')]
  const counts = input.counts ?? findingCounts(findings, input)
  // If there is no base, existing findings count as open.
  const groups = groupFindings(
    isCompared ? of('new') : findings.filter(({ state }) => state === 'new' || state === 'existing'),
  )
  const context = { links, fixes }
  const { total } = counts.fresh
  const gapSection = listSection(
    'Coverage gaps',
    gaps.map((gap) => markdownProse(gap, 600)),
  )
  return joinSections(
    [
      wholeSection(summaryHead(input, groups, { ...context, counts })),
      listSection(
        'No longer readable',
        (input.lost ?? []).map(({ message }) => markdownProse(message, 600)),
      ),
      listSection(
        'Capabilities that `failOn.capabilities` does not allow',
        (input.settings?.addedCapabilities ?? []).map(
          ({ word, message }) => `${markdownCode(word)} ${markdownText(message, 600)}`,
        ),
      ),
      ...(verdict === 'partial' ? [gapSection] : []),
      newFindings(groups, { ...context, total, heading: counted(total, isCompared ? 'new finding' : 'open finding') }),
      ...(verdict === 'partial' ? [] : [gapSection]),
      ...(input.changes ? changeSections(input.changes, links) : []),
      listSection('Mistakes in the project settings', mistakesOf(input)),
      ...suppressionSections(input),
      listSection(counted(fixed.length, 'fixed finding'), fixed.map(findingLine), { isFolded: true }),
      listSection(counted(suppressed.length, 'suppressed finding'), suppressed.map(suppressedLine), {
        isFolded: true,
      }),
      wholeSection(annotations ? annotationsLine(annotations) : ''),
      suppressionHelp(groups),
      acceptSection(input.acceptsByComment === true ? of('new') : []),
    ],
    maxBytes - 1,
  )
}

function mistakesOf({ settings }: SummaryInput): string[] {
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

function suppressionSections({ settings }: SummaryInput): Section[] {
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

function suppressedLine(finding: ReportedFinding): string {
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
  return [
    ...(total === 0 ? [] : [`${counted(total, 'new finding')} ${total === 1 ? 'is' : 'are'} annotated.`]),
    ...(without.length === 0 ? [] : [`Not annotated: ${without.join(', ')}.`]),
  ].join(' ')
}
