import Table from 'cli-table3'
import colors from 'picocolors'
import type { Finding } from '../model/finding.ts'
import type { ScanReport } from '../model/scan-report.ts'
import { severities, type Severity } from '../model/severity.ts'

type Paint = ReturnType<typeof colors.createColors>

/** A scan report for a person at a terminal: grade first, findings worst first, then what was not seen. */
export function terminalReport(report: ScanReport, { columns, color }: { columns: number; color: boolean }): string {
  const paint = colors.createColors(color)
  const parts = [headline(report, paint), summary(report, paint), findingsTable(report.findings, { columns, paint }), gaps(report, paint)]
  return `\n${parts.filter((part) => part !== '').join('\n\n')}\n\n`
}

function headline(report: ScanReport, paint: Paint): string {
  const { results, verdict, error } = report
  const subject = paint.bold(printable(report.source ? `${lastPathOf(report.source.canonicalUrl)}@${report.source.revision}` : report.target))
  if (error) return `  ${paint.bold(paint.red('not scanned'))}  ${subject}\n  ${printable(error.message)} (${error.code})`
  if (!results) return `  ${verdict}  ${subject}`
  const grade = gradePaint(results.grade, paint)(paint.bold(` ${results.grade} `))
  return `  ${grade}  ${results.securityScore}/100  ${subject}  ${verdictPaint(verdict, paint)(verdict)}`
}

function summary({ results, coverage }: ScanReport, paint: Paint): string {
  if (!results || !coverage) return ''
  const counts = severities.filter((severity) => results.vulnerabilities[severity] > 0).map((severity) => severityPaint(severity, paint)(`${results.vulnerabilities[severity]} ${severity}`))
  const dates = Object.entries(coverage.advisories).map(([ecosystem, date]) => `${ecosystem} advisories of ${date.newestModified?.slice(0, 10) ?? date.syncedAt.slice(0, 10)}`)
  const seen = [`${coverage.components.total} components`, coverage.components.method, `${coverage.files.scanned} files`, ...dates].join(', ')
  return `  ${counts.length === 0 ? 'No known vulnerabilities' : counts.join('  ')}\n  ${paint.dim(printable(seen))}`
}

/** Least width of the widest column before the table becomes unreadable. */
const narrowest = 24

function findingsTable(findings: readonly Finding[], { columns, paint }: { columns: number; paint: Paint }): string {
  if (findings.length === 0) return ''
  const fixed = { severity: 10, advisory: 23, fixed: 13 }
  const rest = Math.max(2 * narrowest, columns - 2 - fixed.severity - fixed.advisory - fixed.fixed - 6)
  const table = new Table({
    head: ['severity', 'finding', 'advisory', 'fixed in', 'came in by'].map((title) => paint.dim(title)),
    colWidths: [fixed.severity, Math.floor(rest / 2), fixed.advisory, fixed.fixed, Math.ceil(rest / 2)],
    wordWrap: true,
    wrapOnWordBoundary: false,
    style: { head: [], border: [], compact: false },
  })
  for (const finding of findings) {
    table.push([
      severityPaint(finding.severity, paint)(finding.severity),
      printable(finding.title),
      printable(finding.advisory?.id ?? finding.ruleId),
      printable(finding.component ? (finding.advisory?.fixedVersion ?? 'no fix known') : ''),
      printable(finding.component?.introducedBy[0]?.path.join(' › ') ?? finding.location?.path ?? ''),
    ])
  }
  return table.toString()
}

function gaps({ coverage }: ScanReport, paint: Paint): string {
  if (!coverage || coverage.gaps.length === 0) return ''
  return [paint.yellow('  This scan did not see everything:'), ...coverage.gaps.map((gap) => `  - ${printable(gap)}`)].join('\n')
}

/** Names and messages come from scanned packages: control characters could write to the terminal in our name. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '�')
}

const lastPathOf = (url: string) => decodeURIComponent(new URL(url).pathname).replace(/^\/package\//, '').replace(/^\//, '')

function severityPaint(severity: Severity, paint: Paint) {
  return { critical: paint.magenta, high: paint.red, medium: paint.yellow, low: paint.cyan, info: paint.dim }[severity]
}

function verdictPaint(verdict: ScanReport['verdict'], paint: Paint) {
  return { pass: paint.green, fail: paint.red, partial: paint.yellow, 'nothing-scanned': paint.yellow, error: paint.yellow }[verdict]
}

function gradePaint(grade: string, paint: Paint) {
  return grade.startsWith('A') ? paint.bgGreen : grade === 'F' || grade === 'D' ? paint.bgRed : paint.bgYellow
}
