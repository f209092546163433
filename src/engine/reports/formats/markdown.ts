import type { ScanReport } from '../../model/scan-report.ts'
import { groupTable } from '../check-run/group-rows.ts'
import { markdownCode, markdownProse, markdownText } from '../check-run/markdown.ts'
import { type ComparedGroup, comparedGroups, comparisonNotes } from '../compared-findings.ts'
import { projectNotices, suppressionCount } from '../project-notices.ts'
import { scannedFacts, severityCounts } from '../report-facts.ts'
import { subjectOfSource } from '../subject.ts'
import type { ReportFormat } from './report-format.ts'

/** Markdown for issues, pull requests, and job summaries, with one section per target. */
export const markdown: ReportFormat = {
  isJoint: false,
  render: (reports) => reports.map((report) => `${sectionsOf(report).join('\n\n')}\n\n`).join(''),
}

function sectionsOf(report: ScanReport): string[] {
  const { source, target, error, results, verdict, coverage, projectSettings } = report
  const { name, detail } = source ? subjectOfSource(source) : { name: target, detail: undefined }
  const heading = `## ${markdownText(name)}${detail === undefined ? '' : ` (${markdownText(detail)})`}`
  if (error) return [heading, `**Not scanned**: ${markdownText(error.message, 1_000)} (${markdownCode(error.code)})`]
  const groups = comparedGroups(report)
  return [
    heading,
    results
      ? `**Grade ${results.grade}** · ${results.securityScore}/100 · ${verdict} · ${severityCounts(results)}`
      : verdict,
    ...comparisonNotes(report).map((note) => markdownText(note, 1_000)),
    ...tablesOf(groups),
    ...(projectSettings
      ? [listOf(suppressionCount(projectSettings).replace(/\.$/, ''), projectNotices(projectSettings))]
      : []),
    ...(coverage && coverage.gaps.length > 0 ? [listOf('Coverage gaps', coverage.gaps)] : []),
    ...(coverage
      ? [
          scannedFacts(coverage)
            .map((text) => markdownText(text))
            .join(', '),
        ]
      : []),
  ]
}

/**
 * Returns one table if there is no baseline, and otherwise two tables with headings: one for new findings and one for
 * existing ones.
 */
function tablesOf(groups: readonly ComparedGroup[]): string[] {
  return [...Map.groupBy(groups, ({ state }) => state)].flatMap(([state, members]) => [
    ...(state ? [`**${state === 'new' ? 'New' : 'Existing'} findings**`] : []),
    groupTable(members),
  ])
}

const listOf = (heading: string, lines: readonly string[]): string =>
  [`**${heading}**`, ...(lines.length > 0 ? [lines.map((line) => `- ${markdownProse(line)}`).join('\n')] : [])].join(
    '\n\n',
  )
