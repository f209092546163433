import colors from 'picocolors'
import type { CapabilityReport } from '../../model/capability-report.ts'
import type { CapabilityChange, CapabilityHolder, PackageNotRead } from '../../model/capability-tree.ts'
import { printable } from '../printable.ts'
import { capabilityPhrases } from './capability-phrases.ts'
import type { Paint } from '../terminal/paint.ts'

/** Number of packages shown for each capability, and of packages shown as not read. */
const maxShown = 5
/** Width of the longest label, `No longer read the environment`, and a space between columns. */
const labelWidth = 32
const maxPathWidth = 60

/** Renders the capabilities of an installation, or their difference, for a terminal. */
export function capabilityText(
  report: CapabilityReport,
  { color, isVerbose }: { readonly color: boolean; readonly isVerbose: boolean },
): string {
  const paint = colors.createColors(color)
  const view = { paint, most: isVerbose ? Number.POSITIVE_INFINITY : maxShown }
  const { difference, installation } = report
  const { notRead, notReadOthers } = difference ?? installation
  const sections = [
    maliciousLines(report, view),
    difference ? changeLines(difference, view) : treeLines(installation, view),
    notReadLines(notRead, notReadOthers, view),
    report.gaps.map((gap) => paint.yellow(printable(gap))),
    [summaryOf(report)],
  ]
  return `\n${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `  ${line}`.trimEnd()).join('\n'))
    .join('\n\n')}\n\n`
}

interface View {
  readonly paint: Paint
  /** Maximum number of packages in a list. */
  readonly most: number
}

/** One line: its label, a dependency path, and what is known about the package at its end. */
interface Row {
  readonly label: string
  readonly path: string
  readonly note: string
}

function maliciousLines({ malicious }: CapabilityReport, { paint }: View): string[] {
  return malicious.map(({ advisory, path }) =>
    paint.red(`${'Malicious package'.padEnd(labelWidth)}${pathText(path)}  ${printable(advisory)}`),
  )
}

function treeLines({ capabilities }: CapabilityReport['installation'], view: View): string[] {
  if (capabilities.length === 0) return ['No package that was read has a capability that Assay looks for.']
  return aligned(
    capabilities.flatMap(({ capability, packages, others }) =>
      shortened(
        packages.map((one, index) => rowOf(index === 0 ? `Can ${capabilityPhrases[capability]}` : '', one)),
        { others, most: view.most },
      ),
    ),
    view,
  )
}

function changeLines({ changes, others }: NonNullable<CapabilityReport['difference']>, view: View): string[] {
  if (changes.length === 0) return ['No package gains or loses a capability.']
  const groups = [...Map.groupBy(changes, ({ capability, change }) => `${change} ${capability}`).values()]
  const rows = groups.flatMap((group) =>
    shortened(
      group.map((change, index) => rowOf(index === 0 ? labelOf(change) : '', change.package, noteOf(change))),
      { others: 0, most: view.most },
    ),
  )
  return [...aligned(rows, view), ...(others > 0 ? [view.paint.dim(`and ${counted(others, 'other change')}`)] : [])]
}

/** Limits a list, and adds a row with the number of the rows that are left out. */
function shortened(rows: readonly Row[], { others, most }: { readonly others: number; readonly most: number }): Row[] {
  const shown = rows.slice(0, most)
  const hidden = rows.length - shown.length + others
  return [...shown, ...(hidden > 0 ? [{ label: '', path: `and ${counted(hidden, 'other package')}`, note: '' }] : [])]
}

/** Aligns the columns. A path that is wider than its column moves the rest of its line. */
function aligned(rows: readonly Row[], { paint }: View): string[] {
  const width = Math.min(maxPathWidth, Math.max(...rows.map(({ path }) => path.length)))
  return rows.map(({ label, path, note }) => {
    const text = note === '' ? paint.dim(path) : path
    return `${label.padEnd(labelWidth)}${text}${' '.repeat(Math.max(0, width - path.length))}  ${paint.dim(note)}`
  })
}

function labelOf({ capability, change, isFirst }: CapabilityChange): string {
  const gains = change === 'added' || change === 'gained'
  return `${gains ? (isFirst ? 'New: can' : 'More can') : 'No longer'} ${capabilityPhrases[capability]}`
}

function noteOf({ change, otherVersions }: CapabilityChange): string {
  const versions = otherVersions.map((version) => printable(version, 50)).join(', ')
  if (change === 'added') return 'new package'
  if (change === 'removed') return 'package removed'
  return change === 'gained' ? `not in ${versions}` : `gone in ${versions}`
}

function rowOf(label: string, { path, shown }: CapabilityHolder, note = ''): Row {
  const more = shown.places > 1 ? `, ${counted(shown.places - 1, 'other place')}` : ''
  const place = `${printable(shown.path, 200)}:${shown.line} (${printable(shown.shownBy, 100)})`
  return { label, path: pathText(path), note: `${place}${more}${note === '' ? '' : `; ${note}`}` }
}

/** Returns `execa 9.6.0 → cross-spawn 7.0.6`. */
function pathText(path: readonly string[]): string {
  const steps = path.map((step) => printable(step.replace(/(?<=.)@(?=[^@]*$)/, ' '), 100))
  const [first = '', ...rest] = steps
  const shown = steps.length > 5 ? [first, `… ${steps.length - 3} packages …`, ...rest.slice(-2)] : steps
  return shown.join(' → ')
}

function notReadLines(notRead: readonly PackageNotRead[], others: number, { most, paint }: View): string[] {
  const shown = notRead.slice(0, most)
  const hidden = notRead.length - shown.length + others
  return [
    ...shown.map(
      ({ name, version, reason }) =>
        paint.yellow('Not read'.padEnd(labelWidth)) +
        `${printable(`${name} ${version}`, 200)}: ${printable(reason, 300)}`,
    ),
    ...(hidden > 0 ? [paint.dim(`${' '.repeat(labelWidth)}and ${counted(hidden, 'other package')}`)] : []),
  ]
}

function summaryOf({ target, comparedWith, installation: { read, notRead, notReadOthers } }: CapabilityReport): string {
  const total = read + notRead.length + notReadOthers
  const of = comparedWith === undefined ? '' : `, compared with ${printable(comparedWith, 200)}`
  return `${printable(target, 200)}${of}: read ${read} of ${counted(total, 'package')}`
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
