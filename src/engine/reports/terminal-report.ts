import Table from 'cli-table3'
import colors from 'picocolors'
import { type Finding, isOpen } from '../model/finding.ts'
import type { Capability } from '../model/scanned-tool.ts'
import type { ScanReport } from '../model/scan-report.ts'
import { severities, type Severity } from '../model/severity.ts'
import { advisoryDateTexts } from './advisory-dates.ts'
import { originalText } from './original-text.ts'
import { printable } from './printable.ts'
import { projectNotices, setAsideCount } from './project-notices.ts'
import { subjectOfSource } from './subject.ts'

type Paint = ReturnType<typeof colors.createColors>

/** A scan report for a person at a terminal: grade first, findings worst first, then what was not seen. */
export function terminalReport(report: ScanReport, { columns, color }: { columns: number; color: boolean }): string {
  const paint = colors.createColors(color)
  const parts = [
    headline(report, paint),
    summary(report, paint),
    findingsTable(report.findings.filter(isOpen), { columns, paint }),
    offered(report, paint),
    setAside(report, paint),
    gaps(report, paint),
    leftOut(report, paint),
    vendored(report, paint),
    notFollowed(report, paint),
    unreadSetAside(report, paint),
  ]
  return `\n${parts.filter((part) => part !== '').join('\n\n')}\n\n`
}

function headline(report: ScanReport, paint: Paint): string {
  const { results, verdict, error } = report
  const subject = subjectOf(report, paint)
  if (error)
    return `  ${paint.bold(paint.red('not scanned'))}  ${subject}\n  ${printable(error.message)} (${error.code})`
  if (!results) return `  ${verdict}  ${subject}`
  const grade = gradePaint(results.grade, paint)(paint.bold(` ${results.grade} `))
  const absent = skippedDetectors(report)
  return (
    `  ${grade}  ${results.securityScore}/100  ${subject}  ` +
    `${verdictPaint(verdict, paint)(verdict)}${absent.length > 0 ? paint.yellow(` without ${absent.join(', ')}`) : ''}`
  )
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
  const seen = [
    count(coverage.components.total, 'package'),
    count(coverage.files.scanned, 'file'),
    ...advisoryDateTexts(coverage.advisories),
  ].join(', ')
  return `  ${counts.length === 0 ? nothingFound(coverage) : counts.join('  ')}\n  ${paint.dim(printable(seen))}`
}

/** Capabilities by which people judge whether to install a server, in the words of its tools. */
const doings: readonly (readonly [Capability, string])[] = [
  ['executes-commands', 'can execute commands'],
  ['writes-files', 'can write files'],
  ['destructive', 'can remove things'],
  ['reads-secrets', 'can read secrets'],
  ['reads-files', 'can read files'],
  ['network-egress', 'can reach the network'],
]

/** What the server offers to models, in a line for each thing that its tools can do. */
function offered({ tools = [] }: ScanReport, paint: Paint): string {
  const offers = tools.filter(({ kind }) => kind === 'tool')
  if (offers.length === 0) return ''
  const lines = doings.flatMap(([capability, doing]) => {
    const names = offers
      .filter(({ capabilities }) => capabilities.includes(capability))
      .map(({ name }) => printable(name))
    return names.length === 0
      ? []
      : [
          `  - ${names.length} ${doing}: ` +
            `${paint.dim(
              names.slice(0, shownTools).join(', ') +
                (names.length > shownTools ? ` and ${names.length - shownTools} more` : ''),
            )}`,
        ]
  })
  return [
    `  It offers ${count(offers.length, 'tool')} to models${lines.length === 0 ? '.' : '. By its code:'}`,
    ...lines,
  ].join('\n')
}

const shownTools = 6

/** Nothing found is good news only where everything was seen, by every detector. */
function nothingFound(coverage: NonNullable<ScanReport['coverage']>): string {
  const isWhole = coverage.gaps.length === 0
  if (skippedDetectors({ coverage }).length > 0)
    return `Nothing found by the detectors that ran${isWhole ? '' : ', in what was seen'}`
  return isWhole ? 'No known vulnerabilities' : 'Nothing found in what was seen'
}

/** Ids of the detectors that whoever scans did without. */
function skippedDetectors({ coverage }: Pick<ScanReport, 'coverage'>): string[] {
  return coverage?.detectors.flatMap(({ id, status }) => (status === 'skipped' ? [printable(id)] : [])) ?? []
}

/**
 * Widths in characters, borders aside; the two wide columns share what the terminal has left. A place is copied and
 * clicked: its column is as wide as the longest up to `place`, even where that is wider than the terminal.
 */
const widths = { severity: 10, fixed: 14, narrowest: 22, finding: 28, place: 160, widest: 130 }

/** Thin lines between findings, none around them. */
const rules = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: ' ',
  'left-mid': ' ',
  mid: '─',
  'mid-mid': '─',
  right: '',
  'right-mid': '',
  middle: ' ',
}

function findingsTable(findings: readonly Finding[], { columns, paint }: { columns: number; paint: Paint }): string {
  if (findings.length === 0) return ''
  const rest = Math.max(2 * widths.narrowest, Math.min(columns, widths.widest) - widths.severity - widths.fixed - 6)
  const longestPlace = Math.max(
    ...findings
      .flatMap(wayIn)
      .flatMap((line) => line.split(' '))
      .map(({ length }) => length),
  )
  const wayInWidth = Math.max(widths.narrowest, Math.floor(rest * 0.4), Math.min(longestPlace, widths.place) + 2)
  const findingWidth = Math.max(widths.finding, rest - wayInWidth)
  const table = new Table({
    head: [
      'severity',
      'finding',
      'fixed in',
      findings.every(({ component }) => component) ? 'came in by' : 'where',
    ].map((title) => paint.dim(title)),
    colWidths: [widths.severity, findingWidth, widths.fixed, wayInWidth],
    wordWrap: true,
    chars: rules,
    style: { head: [], border: ['gray'].filter(() => paint.isColorSupported) },
  })
  for (const finding of findings) {
    table.push([
      severityPaint(finding.severity, paint)(finding.severity),
      `${unbroken(printable(finding.title), findingWidth)}` +
        `\n${paint.dim(
          unbroken(
            printable(finding.advisory ? [finding.advisory.id, ...finding.advisory.aliases].join(' ') : finding.ruleId),
            findingWidth,
          ),
        )}` +
        `${exploitation(finding, paint)}`,
      printable(finding.component ? (finding.advisory?.fixedVersion ?? 'no fix known') : ''),
      wayIn(finding)
        .map((line) => unbroken(printable(line), wayInWidth))
        .join('\n'),
    ])
  }
  // The table pads each line to its full width; a terminal and a log need none of that.
  return table.toString().replaceAll(/(?<! ) +$/gm, '')
}

/** A lower likelihood stands in the other reports alone. */
const remarkableLikelihood = 0.1

/** That the flaw is exploited, or likely to be, on a line of its own. */
function exploitation({ advisory }: Finding, paint: Paint): string {
  if (advisory?.kev)
    return `\n${paint.red(
      'known to be exploited, listed ' +
        `${advisory.kev.addedAt}${advisory.kev.ransomware ? ', also by ransomware' : ''} (CISA KEV)`,
    )}`
  if (!advisory?.epss || advisory.epss.score < remarkableLikelihood) return ''
  return `\n${paint.dim(`${Math.round(advisory.epss.score * 100)} % likely to be exploited within 30 days (EPSS)`)}`
}

/** How a flawed package came in, the scanned project itself left out, one package a line; or the place in a file. */
function wayIn({ component, location }: Finding): string[] {
  if (!component)
    return location
      ? [
          `${location.path}:${location.startLine ?? 1}`,
          ...(location.original ? [`built from ${originalText(location.original)}`] : []),
        ]
      : ['']
  const [first = 'the package itself', ...others] = component.introducedBy[0]?.path.slice(1) ?? []
  return [first, ...others.map((name) => `› ${name}`)]
}

/** Breaks a name that is longer than its column, which the table would cut off. */
function unbroken(line: string, width: number): string {
  return line.replaceAll(new RegExp(`\\S{${width - 2}}(?=\\S)`, 'gu'), '$&\n')
}

/** What the project itself had set aside, where it is trusted, and what everybody else would see. */
function setAside({ findings, projectSettings }: ScanReport, paint: Paint): string {
  if (!projectSettings) return ''
  const {
    withoutSettings: { results, verdict },
  } = projectSettings
  return [
    `  ${setAsideCount(projectSettings)}; without its settings: ${results.grade}  ` +
      `${results.securityScore}/100  ${verdict}`,
    ...findings.flatMap(({ severity, title, suppression }) =>
      suppression
        ? [
            paint.dim(
              `  - ${severity}  ${printable(title)}: ${printable(suppression.reason)} ` +
                `(${printable(suppression.by)}` +
                `${suppression.expires === undefined ? '' : `, until ${suppression.expires.slice(0, 10)}`}` +
                ')',
            ),
          ]
        : [],
    ),
    ...projectNotices(projectSettings).map((notice) => paint.yellow(`  - ${printable(notice)}`)),
  ].join('\n')
}

function gaps({ coverage }: ScanReport, paint: Paint): string {
  if (!coverage || coverage.gaps.length === 0) return ''
  return [
    paint.yellow('  This scan did not see everything:'),
    ...coverage.gaps.map((gap) => `  - ${printable(gap)}`),
  ].join('\n')
}

function leftOut(report: ScanReport, paint: Paint): string {
  const ids = skippedDetectors(report)
  return ids.length === 0 ? '' : paint.dim(`  Left out as asked: ${ids.join(', ')}`)
}

/** Packages whose code bundles bring along: it counts as theirs. */
function vendored({ coverage }: ScanReport, paint: Paint): string {
  const packages = coverage?.code?.vendored ?? []
  if (packages.length === 0) return ''
  const shown = packages
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, 5)
    .map((one) => printable(one.package))
  return paint.dim(
    '  Taken for the code of other packages, in bundles: ' +
      `${shown.join(', ')}${packages.length > shown.length ? ` and ${packages.length - shown.length} more` : ''}`,
  )
}

/** What is left out by design is told in one line: it makes no scan partial. */
function notFollowed({ coverage }: ScanReport, paint: Paint): string {
  const [first, ...others] = coverage?.files.notFollowed ?? []
  if (first === undefined) return ''
  return paint.dim(
    `  Not followed: ${printable(first.path)} ` +
      `(${printable(first.reason)})${others.length > 0 ? ` and ${others.length} more` : ''}`,
  )
}

/** Source files of tests, examples and templates that could not be read make no scan partial either. */
function unreadSetAside({ coverage }: ScanReport, paint: Paint): string {
  const { total = 0, files: [first] = [] } = coverage?.code?.setAside ?? {}
  return first === undefined
    ? ''
    : paint.dim(
        `  Source files set aside: ${printable(first.path)} ` +
          `(${printable(first.reason)})${total > 1 ? ` and ${total - 1} more` : ''}`,
      )
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

function severityPaint(severity: Severity, paint: Paint) {
  return { critical: paint.magenta, high: paint.red, medium: paint.yellow, low: paint.cyan, info: paint.dim }[severity]
}

function verdictPaint(verdict: ScanReport['verdict'], paint: Paint) {
  return {
    pass: paint.green,
    fail: paint.red,
    partial: paint.yellow,
    'nothing-scanned': paint.yellow,
    error: paint.yellow,
  }[verdict]
}

function gradePaint(grade: string, paint: Paint) {
  return grade.startsWith('A') ? paint.bgGreen : grade === 'F' || grade === 'D' ? paint.bgRed : paint.bgYellow
}
