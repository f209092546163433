import colors from 'picocolors'
import type { ScanReport } from '../model/scan-report.ts'
import { severities } from '../model/severity.ts'
import { comparedGroups, comparisonNotes } from './compared-findings.ts'
import { printable } from './printable.ts'
import { projectNotices, suppressionCount } from './project-notices.ts'
import { scannedFacts } from './report-facts.ts'
import { subjectOfSource } from './subject.ts'
import { coverageNotes, skippedDetectors } from './terminal/coverage-notes.ts'
import { findingsTable } from './terminal/findings-table.ts'
import { gradePaint, type Paint, severityPaint, verdictPaint } from './terminal/paint.ts'
import { toolCapabilities } from './terminal/tool-capabilities.ts'

/** Renders a scan report for a terminal: grade and verdict, findings (worst first), tools, and coverage. */
export function terminalReport(
  report: ScanReport,
  { columns, color, isVerbose }: { columns: number; color: boolean; isVerbose?: boolean },
): string {
  const paint = colors.createColors(color)
  const parts = [
    headline(report, paint),
    summary(report, paint),
    comparisonNotes(report)
      .map((note) => `  ${printable(note)}`)
      .join('\n'),
    findingsTable(comparedGroups(report), { columns, paint }),
    toolCapabilities(report.tools ?? [], paint),
    suppressions(report, paint),
    ...coverageNotes(report.coverage, paint, isVerbose),
  ]
  return `\n${parts.filter((part) => part !== '').join('\n\n')}\n\n`
}

function headline(report: ScanReport, paint: Paint): string {
  const { results, verdict, error, coverage } = report
  const subject = subjectOf(report, paint)
  if (error)
    return `  ${paint.bold(paint.red('not scanned'))}  ${subject}\n  ${printable(error.message)} (${error.code})`
  if (!results) return `  ${verdict}  ${subject}`
  const grade = gradePaint(results.grade, paint)(paint.bold(` ${results.grade} `))
  const skipped = skippedDetectors(coverage)
  const note = skipped.length === 0 ? '' : paint.yellow(` (${skipped.join(', ')} skipped)`)
  return `  ${grade}  ${results.securityScore}/100  ${subject}  ${verdictPaint(verdict, paint)(verdict)}${note}`
}

function subjectOf({ source, target }: ScanReport, paint: Paint): string {
  const { name, detail } = source ? subjectOfSource(source) : { name: target, detail: undefined }
  return `${paint.bold(printable(name))}${detail === undefined ? '' : `  ${paint.dim(printable(detail))}`}`
}

function summary({ results, coverage }: ScanReport, paint: Paint): string {
  if (!results || !coverage) return ''
  const counts = severities
    .filter((severity) => results.vulnerabilities[severity] > 0)
    .map((severity) => severityPaint(severity, paint)(`${results.vulnerabilities[severity]} ${severity}`))
  const scanned = scannedFacts(coverage).join(', ')
  return `  ${counts.length === 0 ? noFindings(coverage) : counts.join('  ')}\n  ${paint.dim(printable(scanned))}`
}

/** States that nothing was found, limited to the detectors that ran and the files they could read. */
function noFindings(coverage: NonNullable<ScanReport['coverage']>): string {
  const gaps = coverage.gaps.length === 0 ? '' : ', but coverage has gaps'
  return `No findings${skippedDetectors(coverage).length === 0 ? '' : ' from the detectors that ran'}${gaps}`
}

/** Lists a trusted project's suppressions, and the result that the scan would have without its settings. */
function suppressions({ findings, projectSettings }: ScanReport, paint: Paint): string {
  if (!projectSettings) return ''
  const { results, verdict } = projectSettings.withoutSettings
  return [
    `  ${suppressionCount(projectSettings)} Result without the project settings: ${results.grade}  ` +
      `${results.securityScore}/100  ${verdict}`,
    ...findings.flatMap(({ severity, title, suppression }) => {
      if (!suppression) return []
      const { reason, by, expires } = suppression
      const source = `${printable(by)}${expires === undefined ? '' : `, until ${expires.slice(0, 10)}`}`
      return [paint.dim(`  - ${severity}  ${printable(title)}: ${printable(reason)} (${source})`)]
    }),
    ...projectNotices(projectSettings).map((notice) => paint.yellow(`  - ${printable(notice)}`)),
  ].join('\n')
}
