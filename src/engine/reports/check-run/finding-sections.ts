import type { Finding } from '../../model/finding.ts'
import type { ReportedFinding } from '../reported-finding.ts'
import { groupTable, type ReportedGroup, type RowContext } from './group-rows.ts'
import { checkRunLimits } from './check-run-limits.ts'
import { link } from './links.ts'
import { markdownBlock, markdownCode, markdownProse, visible, withoutMarkup } from './markdown.ts'
import { type Section, wholeSection } from './section.ts'

/**
 * Returns the section about new findings: a table with one row per group, worst first. The report lists the rest.
 *
 * @param total number of new findings, which may be larger than the number in `groups`
 */
export function newFindings(
  groups: readonly ReportedGroup[],
  { total, heading, ...context }: RowContext & { readonly total: number; readonly heading: string },
): Section {
  const most = Math.min(groups.length, checkRunLimits.maxRows)
  return {
    total: most,
    render: (count) => {
      if (total === 0) return ''
      const shown = groups.slice(0, Math.min(count, most))
      const rest = shown.reduce((sum, group) => sum - group.findings.length, total)
      return [
        `**${heading}**`,
        ...(shown.length > 0 ? [groupTable(shown, context)] : []),
        ...(rest > 0 ? [restLine(rest, context)] : []),
      ].join('\n\n')
    },
  }
}

function restLine(rest: number, { links: { reportUrl } }: RowContext): string {
  const subject = `${rest} more ${rest === 1 ? 'finding' : 'findings'}`
  return reportUrl === undefined
    ? `${subject} ${rest === 1 ? 'is' : 'are'} not shown.`
    : `${subject} ${rest === 1 ? 'is' : 'are'} in the ${link('full report', reportUrl)}.`
}

/** Formats a finding's severity, title, and rule or advisory on one line. */
export function findingLine({ severity, title, ruleId, advisory }: ReportedFinding): string {
  return `${severity}: ${markdownProse(title, 300)} (${markdownCode(advisory?.id ?? ruleId)})`
}

/** Maximum number of suppressions per group, so that a large group leaves room for others. */
const maxSuppressions = 10

/** Returns the collapsed section with the `assay.yml` lines that suppress new findings. */
export function suppressionHelp(groups: readonly ReportedGroup[]): Section {
  if (groups.length === 0) return wholeSection('')
  const most = Math.min(groups.length, checkRunLimits.maxRows)
  return {
    total: most,
    render: (count) => {
      const shown = groups.slice(0, Math.min(count, most))
      return shown.length === 0 ? '' : suppressionBlock(shown, groups.length - shown.length)
    },
  }
}

/** @param rest number of groups that are not shown */
function suppressionBlock(groups: readonly ReportedGroup[], rest: number): string {
  const lines = groups.flatMap(({ findings }) => {
    const others = findings.length - maxSuppressions
    return [
      ...findings
        .slice(0, maxSuppressions)
        .flatMap((finding) => [`  # ${comment(finding)}`, ...suppressionToPaste(finding).map((line) => `  ${line}`)]),
      ...(others > 0 ? [`  # The full report contains the fingerprints of ${others} more.`] : []),
    ]
  })
  if (rest > 0) lines.push(`  # The entries of ${rest} more ${rest === 1 ? 'row' : 'rows'} are not shown.`)
  return (
    '<details><summary>Suppress a finding: copy its entry to .github/assay.yml and add a reason' +
    `</summary>\n\n${markdownBlock(['suppressions:', ...lines], 'yaml')}\n\n</details>`
  )
}

/** Returns a `suppressions` entry for one finding. The entry is invalid until the user fills in a reason. */
export function suppressionToPaste({ ruleId, fingerprint }: Pick<Finding, 'ruleId' | 'fingerprint'>): string[] {
  return [`- rule: ${ruleId}`, `  fingerprint: ${JSON.stringify(fingerprint)}`, '  reason: ""']
}

/** Describes a finding in a YAML comment. Removes line breaks, because they would end the comment. */
function comment({ severity, component, advisory, location, title }: ReportedFinding): string {
  const subject = component
    ? `${component.name} ${component.version}${advisory ? ` ${advisory.id}` : ''}`
    : `${title}${location && !title.includes(location.path) ? ` in ${location.path}` : ''}`
  return `${severity}: ${visible(withoutMarkup(subject), 120)}`
}
