import type { Finding } from '../../model/finding.ts'
import { likelyExploited } from '../../model/priority.ts'
import { isUndecided } from '../../model/undecided.ts'
import type { ComparedGroup } from '../compared-findings.ts'
import type { FindingGroup } from '../finding-groups.ts'
import { groupReachability } from '../group-reachability.ts'
import { originalText } from '../original-text.ts'
import { printable } from '../printable.ts'
import { breakLongWords, openTable, tableText } from './open-table.ts'
import { type Paint, severityPaint } from './paint.ts'

/**
 * Widths in characters, without borders. The two wide columns share the rest of the terminal. The column with locations
 * is as wide as the longest location, up to `place`, even in a narrower terminal, because users copy and click
 * locations.
 */
const widths = { severity: 10, fixed: 14, narrowest: 22, finding: 28, place: 160, widest: 130 }

/** Maximum number of places or advisories to list per group. */
const maxListed = 5

/** Renders a table with one row per group of findings, in the given order. Empty if there are no findings. */
export function findingsTable(
  groups: readonly ComparedGroup[],
  { columns, paint }: { readonly columns: number; readonly paint: Paint },
): string {
  if (groups.length === 0) return ''
  const findings = groups.flatMap((group) => group.findings)
  const rows = groups.map((group) => ({ group, places: placesOf(group) }))
  const hasFixes = findings.some(({ component }) => component)
  const fixed = <Cell>(cell: Cell): readonly Cell[] => (hasFixes ? [cell] : [])
  const others = widths.severity + (hasFixes ? widths.fixed : 0) + 6
  const rest = Math.max(2 * widths.narrowest, Math.min(columns, widths.widest) - others)
  const longestWord = rows
    .flatMap(({ places }) => places)
    .flatMap((line) => line.split(' '))
    .reduce((longest, { length }) => Math.max(longest, length), 0)
  const placeWidth = Math.max(widths.narrowest, Math.floor(rest * 0.4), Math.min(longestWord, widths.place) + 2)
  const findingWidth = Math.max(widths.finding, rest - placeWidth)
  const place = findings.every(({ component }) => component) ? 'dependency path' : 'where'
  const table = openTable(
    ['severity', 'finding', ...fixed('fixed in'), place],
    [widths.severity, findingWidth, ...fixed(widths.fixed), placeWidth],
    paint,
  )
  for (const { group, places } of rows) {
    const { severity, state, fixedVersion, findings: members } = group
    table.push([
      [severityPaint(severity, paint)(severity), ...(state ? [stateLabel(state, paint)] : [])].join('\n'),
      findingCell(group, findingWidth, paint),
      ...fixed(printable(members[0].component ? (fixedVersion ?? 'no fix') : '')),
      places.map((line) => breakLongWords(printable(line), placeWidth)).join('\n'),
    ])
  }
  return tableText(table, paint)
}

const stateLabel = (state: string, paint: Paint): string => (state === 'new' ? paint.bold(state) : paint.dim(state))

/**
 * Renders the title, how to fix several vulnerabilities at once, the advisories or the rule, and whether the
 * vulnerability is being exploited.
 */
function findingCell({ title, remediation, findings }: FindingGroup, width: number, paint: Paint): string {
  const [{ ruleId, component, advisory }, ...others] = findings
  const isUpgrade = component !== undefined && others.length > 0
  const names = isUpgrade
    ? listed(findings, ({ advisory, ruleId }) => [advisory?.id ?? ruleId])
    : [advisory ? [advisory.id, ...advisory.aliases].join(' ') : ruleId]
  const places = others.length > 0 && !component ? ` (${findings.length} places)` : ''
  const fit = (text: string) => breakLongWords(printable(text), width)
  return [
    fit(`${title}${places}`),
    ...(isUpgrade ? [fit(remediation)] : []),
    ...names.map((line) => paint.dim(fit(line))),
    ...exploitation(findings, paint),
    ...reachability(findings, paint, fit),
    ...uncertainty(findings).map((line) => paint.dim(fit(line))),
  ].join('\n')
}

/** Returns lines about reachability, the call path, and what prevented a decision. Empty if there is no result. */
function reachability(findings: FindingGroup['findings'], paint: Paint, fit: (text: string) => string): string[] {
  const result = groupReachability(findings)
  if (!result) return []
  const { label, isReachable, path, reason } = result
  const text = fit(reason === '' ? label : `${label}: ${reason}`)
  return [
    isReachable ? paint.bold(text) : paint.dim(text),
    ...path.map((step, index) => paint.dim(fit(index === 0 ? step : `› ${step}`))),
  ]
}

/** Returns a line about guards that the analysis could not judge, or an empty list if no such guard exists. */
function uncertainty(findings: FindingGroup['findings']): string[] {
  const [first] = findings
  if (!first.guard || !findings.every(isUndecided)) return []
  const { path, line } = first.guard
  return [`check not analyzed: ${path}:${line}${findings.length > 1 ? ' and others' : ''}`]
}

/** Returns a line if a vulnerability is being exploited or is likely to be, and otherwise an empty list. */
function exploitation(findings: readonly Finding[], paint: Paint): string[] {
  const kev = findings.find(({ advisory }) => advisory?.kev)?.advisory?.kev
  if (kev)
    return [
      paint.red(`actively exploited${kev.ransomware ? ', including by ransomware' : ''} (CISA KEV, ${kev.addedAt})`),
    ]
  const likelihood = findings.reduce((highest, { advisory }) => Math.max(highest, advisory?.epss?.score ?? 0), 0)
  return likelihood < likelyExploited
    ? []
    : [paint.dim(`${Math.round(likelihood * 100)}% likely to be exploited within 30 days (EPSS)`)]
}

/**
 * Returns a group's locations as lines: either the dependency path without the scanned project, or locations in files.
 */
function placesOf({ findings }: FindingGroup): string[] {
  const [{ component }] = findings
  if (!component) return listed(findings, placeInFile)
  const [first = 'scanned package', ...others] = component.introducedBy[0]?.path.slice(1) ?? []
  return [first, ...others.map((name) => `› ${name}`)]
}

function placeInFile({ location }: Finding): string[] {
  return location
    ? [
        `${location.path}:${location.startLine ?? 1}`,
        ...(location.original ? [`built from ${originalText(location.original)}`] : []),
      ]
    : ['']
}

function listed(findings: readonly Finding[], linesOf: (finding: Finding) => readonly string[]): string[] {
  const rest = findings.length - maxListed
  return [...findings.slice(0, maxListed).flatMap(linesOf), ...(rest > 0 ? [`and ${rest} more`] : [])]
}
