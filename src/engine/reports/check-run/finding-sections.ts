import type { Finding } from '../../model/finding.ts'
import { type FindingGroup, groupFindings } from '../finding-groups.ts'
import { groupTable } from './group-rows.ts'
import { markdownBlock, markdownCode, markdownText, visible } from './markdown.ts'
import type { Section } from './section.ts'

/**
 * Returns a section about new findings: a table with one row per group, worst first, and the lines of `assay.yml` that
 * suppress them.
 */
export function newFindings(findings: readonly Finding[], heading: string): Section {
  const groups = groupFindings(findings)
  return {
    total: groups.length,
    render: (count) => {
      if (groups.length === 0) return ''
      const shown = groups.slice(0, count)
      const rest = shown.reduce((sum, group) => sum - group.findings.length, findings.length)
      return [
        `**${heading}**`,
        ...(shown.length > 0 ? [groupTable(shown)] : []),
        ...(rest > 0 ? [`${rest} more ${rest === 1 ? 'finding is' : 'findings are'} not shown.`] : []),
        ...(shown.length > 0 ? [suppressionBlock(shown)] : []),
      ].join('\n\n')
    },
  }
}

/** Returns severity, title, and rule or advisory of a finding in one line. */
export function findingLine({ severity, title, ruleId, advisory }: Finding): string {
  return `${severity}: ${markdownText(title)} (${markdownCode(advisory?.id ?? ruleId)})`
}

/** Suppressions to copy per group. Without a bound, one large group would leave no room for others. */
const maxSuppressions = 10

function suppressionBlock(groups: readonly FindingGroup[]): string {
  const lines = groups.flatMap(({ findings }) => {
    const rest = findings.length - maxSuppressions
    return [
      ...findings
        .slice(0, maxSuppressions)
        .flatMap((finding) => [`  # ${comment(finding)}`, ...suppressionToPaste(finding).map((line) => `  ${line}`)]),
      ...(rest > 0 ? [`  # The full report contains the fingerprints of ${rest} more.`] : []),
    ]
  })
  return (
    '<details><summary>Suppress a finding: copy its entry to .github/assay.yml and add a reason' +
    `</summary>\n\n${markdownBlock(['suppressions:', ...lines], 'yaml')}\n\n</details>`
  )
}

/** Returns an entry of `suppressions` for one finding. It is invalid until the reason is filled in. */
export function suppressionToPaste({ ruleId, fingerprint }: Pick<Finding, 'ruleId' | 'fingerprint'>): string[] {
  return [`- rule: ${ruleId}`, `  fingerprint: ${JSON.stringify(fingerprint)}`, '  reason: ""']
}

/** Returns the subject of a finding for a YAML comment, without line breaks, which would end the comment. */
function comment({ severity, component, advisory, location, title }: Finding): string {
  const subject = component
    ? `${component.name} ${component.version}${advisory ? ` ${advisory.id}` : ''}`
    : `${title}${location ? ` in ${location.path}` : ''}`
  return `${severity}: ${visible(subject, 120)}`
}
