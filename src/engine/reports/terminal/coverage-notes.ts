import type { Coverage } from '../../model/scan.ts'
import { notAnalyzedByKind, notAnalyzedText } from '../not-analyzed-text.ts'
import { printable } from '../printable.ts'
import type { Paint } from './paint.ts'

/**
 * Returns paragraphs about what the scan did not analyze. Gaps that make the scan partial come first.
 *
 * @param isVerbose true to list everything that is not analyzed by design; otherwise, it is only counted
 */
export function coverageNotes(coverage: Coverage | undefined, paint: Paint, isVerbose = false): string[] {
  if (!coverage) return []
  return [
    gaps(coverage, paint),
    ...[skipped, bundled, exceeded, notFollowed, setAside].map((note) => dimmed(note(coverage), paint)),
    notAnalyzed(coverage, paint, isVerbose),
  ]
}

/** Returns the IDs of detectors that the user excluded. */
export function skippedDetectors(coverage: Pick<Coverage, 'detectors'> | undefined): string[] {
  return coverage?.detectors.flatMap(({ id, status }) => (status === 'skipped' ? [printable(id)] : [])) ?? []
}

const dimmed = (line: string, paint: Paint) => (line === '' ? '' : paint.dim(`  ${line}`))

function gaps({ gaps }: Coverage, paint: Paint): string {
  return gaps.length === 0
    ? ''
    : [paint.yellow('  Coverage gaps:'), ...gaps.map((gap) => `  - ${printable(gap)}`)].join('\n')
}

function skipped(coverage: Coverage): string {
  const ids = skippedDetectors(coverage)
  return ids.length === 0 ? '' : `Skipped detectors: ${ids.join(', ')}`
}

const maxPackages = 5

/** Lists packages whose code is in the project's bundles, largest first. */
function bundled({ code }: Coverage): string {
  const packages = code?.vendored ?? []
  if (packages.length === 0) return ''
  const names = packages
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, maxPackages)
    .map((vendored) => printable(vendored.package))
  return `Bundled code from other packages, not analyzed: ${names.join(', ')}${more(packages.length - names.length)}`
}

/** Lists values and guards for which the taint analysis exceeded a limit. They do not make the scan partial. */
function exceeded({ code }: Coverage): string {
  const { values, checks } = code?.exceeded ?? { values: 0, checks: 0 }
  if (values + checks === 0) return ''
  const counted = [
    ...(values > 0 ? [`${values} value${values === 1 ? '' : 's'}`] : []),
    ...(checks > 0 ? [`${checks} check${checks === 1 ? '' : 's'}`] : []),
  ]
  return `Analyzed only in part, because of a bound: ${counted.join(' and ')}`
}

/** Counts links and submodules on one line. They are skipped by design and do not make the scan partial. */
function notFollowed({ files }: Coverage): string {
  const [first, ...others] = files.notFollowed ?? []
  if (first === undefined) return ''
  return `Skipped by design: ${printable(first.path)} (${printable(first.reason)})${more(others.length)}`
}

/** Lists tests, examples, and templates that Assay cannot parse. They do not make the scan partial. */
function setAside({ code }: Coverage): string {
  const { total = 0, files: [first] = [] } = code?.setAside ?? {}
  if (first === undefined) return ''
  return `Skipped tests and examples: ${printable(first.path)} (${printable(first.reason)})${more(total - 1)}`
}

/** Lists material that is not analyzed but does not make the scan partial. */
function notAnalyzed({ notAnalyzed: material }: Coverage, paint: Paint, isVerbose: boolean): string {
  if (material === undefined) return ''
  const { total, items } = material
  if (!isVerbose)
    return dimmed(`Not analyzed: ${total} item${total === 1 ? '' : 's'}. List them with --verbose.`, paint)
  const lines = notAnalyzedByKind(material).flatMap((group) => [
    `  ${group.heading}:`,
    ...group.items.map((item) => `  - ${printable(notAnalyzedText(item))}`),
  ])
  const rest = total > items.length ? [`  ${total - items.length} more items are not listed.`] : []
  return ['  Not analyzed:', ...lines, ...rest].map((line) => paint.dim(line)).join('\n')
}

const more = (count: number) => (count > 0 ? ` and ${count} more` : '')
