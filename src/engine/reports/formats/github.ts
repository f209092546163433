import { type Finding, isOpen } from '../../model/finding.ts'
import type { ScanReport } from '../../model/scan-report.ts'
import { compareSeverity, type Severity } from '../../model/severity.ts'
import { visible } from '../check-run/markdown.ts'
import type { ReportFormat } from './report-format.ts'

/**
 * Workflow commands that annotate files in GitHub Actions, worst first: GitHub shows at most ten errors, ten
 * warnings, and ten notices of a step
 * (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands).
 */
export const github: ReportFormat = {
  isJoint: false,
  render: (reports) => reports.flatMap(commandsOf).join(''),
}

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'notice'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'notice',
  info: 'notice',
}

function commandsOf({ target, findings, coverage, error, verdict, results }: ScanReport): string[] {
  if (error) return [command('error', {}, `${target} was not scanned: ${error.message} (${error.code})`)]
  const grade = results ? `grade ${results.grade}, ${results.securityScore}/100, ` : ''
  return [
    ...findings
      .filter(isOpen)
      .toSorted((a, b) => compareSeverity(a.severity, b.severity))
      .map(annotationOf),
    ...(coverage?.gaps ?? []).map((gap) => command('warning', { title: 'Coverage gap' }, gap)),
    // A line of its own in the log.
    `${visible(target)}: ${grade}${verdict}\n`,
  ]
}

function annotationOf({ severity, title, message, remediation, location, component }: Finding): string {
  const file = location?.path ?? component?.introducedBy[0]?.manifest
  return command(
    levels[severity],
    {
      ...(file !== undefined && { file }),
      ...(location?.startLine !== undefined && { line: String(location.startLine) }),
      ...(location?.startColumn !== undefined && { col: String(location.startColumn) }),
      title: `${title} (${severity})`,
    },
    `${message} ${remediation}`,
  )
}

function command(level: string, properties: Readonly<Record<string, string>>, message: string): string {
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${escapedProperty(value)}`)
  return `::${level}${listed.length === 0 ? '' : ` ${listed.join(',')}`}::${escapedData(message)}\n`
}

/** A line break would let text of the scanned project start a command of its own. */
const escapedData = (text: string): string => visible(text, 4_000).replaceAll('%', '%25')

const escapedProperty = (text: string): string => escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
