import { basename, isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Finding } from '../../model/finding.ts'
import type { ScanReport } from '../../model/scan-report.ts'
import { reachabilityLabels } from '../../model/reachability-text.ts'
import { comparePriority } from '../../model/priority.ts'
import type { Severity } from '../../model/severity.ts'
import { visible, withoutMarkup } from '../check-run/markdown.ts'
import { type ComparedState, comparedFindings, comparisonNotes } from '../compared-findings.ts'
import type { ReportFormat } from './report-format.ts'

/**
 * Workflow commands that annotate files in GitHub Actions. The most important findings come first, because GitHub shows
 * at most ten errors, ten warnings, and ten notices per step
 * (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands). Findings that are also in the
 * baseline become notices, so that they do not displace new ones.
 */
export const github: ReportFormat = {
  isJoint: false,
  render: (reports, { folder }) => reports.flatMap((report) => commandsOf(report, folder)).join(''),
}

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'notice'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'notice',
  info: 'notice',
}

function commandsOf(report: ScanReport, folder: string): string[] {
  const { target, coverage, error, verdict, results } = report
  if (error) return [command('error', {}, `${target} was not scanned: ${error.message} (${error.code})`)]
  const grade = results ? `grade ${results.grade}, ${results.securityScore}/100, ` : ''
  return [
    ...comparedFindings(report).flatMap(({ state, findings }) =>
      findings.toSorted(comparePriority).map((finding) => annotationOf(finding, state, report, folder)),
    ),
    ...lostReadings(report),
    ...(coverage?.gaps ?? []).map((gap) => command('warning', { title: 'Coverage gap' }, gap)),
    // The runner only recognizes commands at the start of a line, so the untrusted target name must not be at the
    // start.
    `Assay: ${visible(target)}: ${grade}${verdict}\n`,
    ...comparisonNotes(report)
      .slice(0, 1)
      .map((note) => `Assay: ${visible(note, 1_000)}\n`),
  ]
}

/** Explains why a scan fails although it has no new findings. */
const lostReadings = ({ coverage }: ScanReport): string[] =>
  (coverage?.baseline?.lost ?? []).map(({ path, message }) =>
    command('error', { title: 'No longer readable' }, `${path}: ${message}`),
  )

function annotationOf(finding: Finding, state: ComparedState, { source, target }: ScanReport, folder: string): string {
  const { severity, title, message, remediation, location, component, reachability } = finding
  const introduction = component?.introducedBy[0]
  const path = location?.path ?? introduction?.manifest
  const line = location ? location.startLine : introduction?.line
  const file = path === undefined ? undefined : fileInWorkspace(path, source, folder)
  const place = path === undefined || file !== undefined ? '' : `${path}:${line ?? 1} in ${target}: `
  const facts = [
    severity,
    ...(state ? [state] : []),
    ...(reachability ? [reachabilityLabels[reachability.status]] : []),
  ]
  return command(
    state === 'existing' ? 'notice' : levels[severity],
    {
      ...(file !== undefined && { file }),
      ...(file !== undefined && line !== undefined && { line: String(line) }),
      ...(file !== undefined && location?.startColumn !== undefined && { col: String(location.startColumn) }),
      title: `${title} (${facts.join(', ')})`,
    },
    `${place}${message} ${remediation}`,
  )
}

/**
 * Returns the path relative to the folder in which the command runs. Returns undefined for files in packages,
 * repositories, and other folders.
 */
function fileInWorkspace(path: string, source: ScanReport['source'], folder: string): string | undefined {
  if (source?.type !== 'folder') return undefined
  const scanned = fileURLToPath(source.canonicalUrl)
  const file = relative(folder, basename(scanned) === path ? scanned : join(scanned, path))
  return isAbsolute(file) || /^\.\.(?:[\\/]|$)/.test(file) ? undefined : file.replaceAll('\\', '/')
}

function command(level: string, properties: Readonly<Record<string, string>>, message: string): string {
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${escapedProperty(value)}`)
  return `::${level}${listed.length === 0 ? '' : ` ${listed.join(',')}`}::${escapedData(message)}\n`
}

/** Escapes line breaks, because the text after a line break could be interpreted as a command. */
const escapedData = (text: string): string => visible(withoutMarkup(text), 4_000).replaceAll('%', '%25')

const escapedProperty = (text: string): string => escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
