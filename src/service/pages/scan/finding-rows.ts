import { detectors } from '../../../engine/rules/catalogue.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { type FindingGroup, groupFindings } from '../../../engine/reports/finding-groups.ts'

/** Row in the list of findings. Combines the findings fixed by one change, or many findings of one rule. */
export interface FindingRow {
  readonly severity: Finding['severity']
  readonly title: string
  /** Advice on how to fix the findings. Empty for findings in files, because their pages explain the fix. */
  readonly remediation: string
  /** Findings in the order of the list, at least one. */
  readonly findings: readonly [Finding, ...Finding[]]
  /** True if the findings have different titles, which the row then lists. */
  readonly isByRule: boolean
}

/**
 * Maximum number of groups with the same rule and severity that get separate rows. With more, the groups share one row,
 * because they differ only in a name.
 */
const maxSeparateGroups = 3

const ruleTitles = new Map(detectors.flatMap(({ rules }) => rules.map(({ id, title }) => [id, title] as const)))

/**
 * Returns findings as rows, most important first. Findings in one package version share a row. Many findings of one
 * rule in files share a row too.
 */
export function findingRows(findings: readonly Finding[]): FindingRow[] {
  const groups = groupFindings(findings)
  const sameRule = Map.groupBy(groups, ruleKeyOf)
  const seen = new Set<string>()
  return groups.flatMap((group): FindingRow[] => {
    const key = ruleKeyOf(group)
    const alike = sameRule.get(key) ?? []
    if (group.findings[0].component || alike.length <= maxSeparateGroups) return [rowOf(group)]
    if (seen.has(key)) return []
    seen.add(key)
    const { ruleId } = group.findings[0]
    const [first, ...others] = alike.flatMap((each) => each.findings)
    return [
      {
        severity: group.severity,
        title: ruleTitles.get(ruleId) ?? ruleId,
        remediation: '',
        findings: [first ?? group.findings[0], ...others],
        isByRule: true,
      },
    ]
  })
}

const rowOf = ({ severity, title, remediation, findings }: FindingGroup): FindingRow => ({
  severity,
  title,
  remediation: findings[0].component ? remediation : '',
  findings,
  isByRule: false,
})

const ruleKeyOf = ({ severity, findings: [{ ruleId, component }] }: FindingGroup) =>
  component ? `${component.purl} ${ruleId}` : `${severity} ${ruleId}`
