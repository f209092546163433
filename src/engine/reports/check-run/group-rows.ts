import { introductionPlace } from '../../model/component.ts'
import type { Finding } from '../../model/finding.ts'
import { isUndecided } from '../../model/undecided.ts'
import type { FindingGroup } from '../finding-groups.ts'
import { originalText } from '../original-text.ts'
import { markdownCode, markdownText } from './markdown.ts'

/** Places or advisories of one group that a row lists. */
const maxListed = 5

/** Returns a table with one row per group. Without packages it has no column for the fixed version. */
export function groupTable(groups: readonly FindingGroup[]): string {
  const hasFixes = groups.some(({ findings: [{ component }] }) => component)
  const columns = ['severity', 'finding', 'where', ...(hasFixes ? ['fixed in'] : [])]
  return [
    row(columns),
    `|${'---|'.repeat(columns.length)}`,
    ...groups.map((group) =>
      row([group.severity, findingCell(group), placeCell(group), ...(hasFixes ? [fixCell(group)] : [])]),
    ),
  ].join('\n')
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

function findingCell({ title, remediation, findings }: FindingGroup): string {
  const [{ component, ruleId }, ...others] = findings
  const isExploited = findings.some(({ advisory }) => advisory?.kev)
  return [
    markdownText(title) + (others.length === 0 ? '' : component ? `. ${markdownText(remediation)}` : ''),
    ...(others.length > 0 && !component ? [`(${findings.length} places)`] : []),
    ...(isExploited ? ['**actively exploited**'] : []),
    ...(findings.every(isUndecided) ? [findings[0].guard ? '(a check could not be analyzed)' : '(uncertain)'] : []),
    component ? advisoryNames(findings) : markdownCode(ruleId),
  ].join(' ')
}

function advisoryNames(findings: FindingGroup['findings']): string {
  const [{ advisory, ruleId }, ...others] = findings
  if (others.length === 0)
    return [advisory?.id ?? ruleId, ...(advisory?.aliases.slice(0, 3) ?? [])].map((id) => markdownCode(id)).join(' ')
  return listed(findings, ' ', ({ advisory, ruleId }) => markdownCode(advisory?.id ?? ruleId))
}

function placeCell({ findings }: FindingGroup): string {
  const [{ component }] = findings
  return component
    ? markdownCode(`${component.name} ${component.version}`) + originOf(component)
    : listed(findings, ', ', placeInFile)
}

function placeInFile({ location }: Finding): string {
  if (!location) return ''
  const origin = location.original ? ` built from ${markdownCode(originalText(location.original))}` : ''
  return markdownCode(`${location.path}:${location.startLine ?? 1}`) + origin
}

/** The direct dependency that brings a package, and the manifest. */
function originOf({ introducedBy }: NonNullable<Finding['component']>): string {
  const [first] = introducedBy
  if (!first) return ''
  const by = first.path.length > 2 ? ` by ${markdownCode(first.path[1] ?? '')}` : ''
  return `${by} in ${markdownCode(introductionPlace(first))}`
}

function fixCell({ fixedVersion, findings: [{ component }] }: FindingGroup): string {
  if (!component) return ''
  return fixedVersion === undefined ? 'no fix' : markdownCode(fixedVersion)
}

function listed(findings: readonly Finding[], separator: string, textOf: (finding: Finding) => string): string {
  const rest = findings.length - maxListed
  return `${findings.slice(0, maxListed).map(textOf).join(separator)}${rest > 0 ? ` and ${rest} more` : ''}`
}
