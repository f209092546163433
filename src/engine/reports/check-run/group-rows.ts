import { isUndecided } from '../../model/undecided.ts'
import type { FindingGroup } from '../finding-groups.ts'
import { groupReachability } from '../group-reachability.ts'
import { originalText } from '../original-text.ts'
import type { ReportedFinding } from '../reported-finding.ts'
import type { SummaryLinks } from './check-run-input.ts'
import type { FixesByFinding } from './fixes.ts'
import { advisoryLink, fileLink, ruleLink } from './links.ts'
import { markdownCode, markdownProse, markdownText } from './markdown.ts'

/** Maximum number of places or advisories per row. */
const maxListed = 5
/**
 * Minimum length of a fix that, if repeated, is replaced by a reference to the row above. Shorter fixes are clearer if
 * they are repeated.
 */
const minRepeatedFix = 40
/** Maximum length of a fix in a row. The full text is in the report. */
const maxFixCharacters = 400
const maxTitleCharacters = 300
const maxStepCharacters = 120

export type ReportedGroup = FindingGroup<ReportedFinding>

/** Link targets for the rows. */
export interface RowContext {
  readonly links: SummaryLinks
  readonly fixes?: FixesByFinding | undefined
}

/** Returns a table with one row per group: severity, finding, place, and fix. Does not repeat long fixes. */
export function groupTable(groups: readonly ReportedGroup[], context: RowContext = { links: {} }): string {
  return [
    row(['severity', 'finding', 'where', 'fix']),
    `|${'---|'.repeat(4)}`,
    ...groups.map((group, index) =>
      row([group.severity, findingCell(group, context), placeCell(group, context), fixCell(group, groups[index - 1])]),
    ),
  ].join('\n')
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

function findingCell({ title, findings }: ReportedGroup, { links }: RowContext): string {
  const [{ component, ruleId }, ...others] = findings
  const isExploited = findings.some(({ advisory }) => advisory?.kev)
  return [
    markdownProse(title, maxTitleCharacters),
    ...(others.length > 0 && !component ? [`(${findings.length} places)`] : []),
    ...(isExploited ? ['**actively exploited**'] : []),
    ...(findings.every(isUndecided) ? [findings[0].guard ? '(a check could not be analyzed)' : '(uncertain)'] : []),
    ...(component ? [advisoryNames(findings)] : []),
    reachabilityText(findings),
    ruleLink(ruleId, links),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** Returns the reachability and the call path in Markdown. Empty if there is no result. */
function reachabilityText(findings: ReportedGroup['findings']): string {
  const result = groupReachability(findings)
  if (!result) return ''
  const { label, isReachable, path, reason } = result
  const steps = path.map((step) => markdownCode(step, maxStepCharacters)).join(' → ')
  const details = [steps, markdownText(reason)].filter((part) => part !== '').join(' ')
  return `${isReachable ? `**${label}**` : label}${details === '' ? '' : `: ${details}`}`
}

function advisoryNames(findings: ReportedGroup['findings']): string {
  const [{ advisory }, ...others] = findings
  if (others.length === 0)
    return advisory
      ? [advisoryLink(advisory), ...advisory.aliases.slice(0, 3).map((id) => markdownCode(id))].join(' ')
      : ''
  const known = findings.flatMap(({ advisory }) => advisory ?? [])
  return listed(known, ' ', advisoryLink)
}

/** Lists the places of all findings in a group, for a table cell or a sentence. */
export function placeCell({ findings }: ReportedGroup, context: RowContext): string {
  const [{ component }] = findings
  return component
    ? placeOfPackage(findings[0], component, context)
    : listed(findings, ', ', (finding) => placeInFile(finding, context))
}

/** Returns the place of a group's first finding, or an empty string if it has none. */
export function firstPlace({ findings: [first] }: ReportedGroup, context: RowContext): string {
  return first.component ? placeOfPackage(first, first.component, context) : placeInFile(first, context)
}

function placeInFile({ location }: ReportedFinding, { links }: RowContext): string {
  if (!location) return ''
  const origin = location.original ? ` built from ${markdownCode(originalText(location.original))}` : ''
  return fileLink({ path: location.path, line: location.startLine ?? 1 }, links) + origin
}

/**
 * Returns the package's location: the manifest line or the lockfile entry, followed by the direct dependency that
 * installs the package.
 */
function placeOfPackage(
  { fingerprint }: ReportedFinding,
  { introducedBy }: NonNullable<ReportedFinding['component']>,
  { links, fixes }: RowContext,
): string {
  const [first] = introducedBy
  if (!first) return ''
  const { path, line } = fixes?.get(fingerprint)?.manifestLine ?? { path: first.manifest, line: first.line }
  const by = first.path.length > 2 ? ` through ${markdownCode(first.path[1] ?? '')}` : ''
  return `${fileLink({ path, line }, links)}${by}`
}

const fixCell = (group: ReportedGroup, above: ReportedGroup | undefined) =>
  above?.remediation === group.remediation && group.remediation.length >= minRepeatedFix ? 'as above' : fixText(group)

/** Returns a group's remediation in Markdown. */
export const fixText = ({ remediation }: ReportedGroup): string => markdownProse(remediation, maxFixCharacters)

function listed<Item>(items: readonly Item[], separator: string, textOf: (item: Item) => string): string {
  const rest = items.length - maxListed
  return `${items.slice(0, maxListed).map(textOf).join(separator)}${rest > 0 ? ` and ${rest} more` : ''}`
}
