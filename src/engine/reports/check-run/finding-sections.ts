import type { Finding } from '../../model/finding.ts'
import { originalText } from '../original-text.ts'
import { markdownBlock, markdownCode, markdownText, visible } from './markdown.ts'
import type { Section } from './section.ts'

/** A table of what is open and new, worst first, and the lines of `assay.yml` that would set each aside. */
export function newFindings(findings: readonly Finding[], heading: string): Section {
  return {
    total: findings.length,
    render: (shown) => {
      if (findings.length === 0) return ''
      const told = findings.slice(0, shown)
      const rest = findings.length - told.length
      return [
        `**${heading}**`,
        ...(told.length > 0
          ? [['| severity | finding | where | fixed in |', '|---|---|---|---|', ...told.map(row)].join('\n')]
          : []),
        ...(rest > 0 ? [`${rest} more ${rest === 1 ? 'finding is' : 'findings are'} left out here.`] : []),
        ...(told.length > 0 ? [toPaste(told)] : []),
      ].join('\n\n')
    },
  }
}

/** One line: what it is. */
export function findingLine({ severity, title, ruleId, advisory }: Finding): string {
  return `${severity}: ${markdownText(title)} (${markdownCode(advisory?.id ?? ruleId)})`
}

function row({ severity, title, ruleId, advisory, component, location }: Finding): string {
  const known = advisory
    ? [advisory.id, ...advisory.aliases.slice(0, 3)].map((id) => markdownCode(id)).join(' ')
    : markdownCode(ruleId)
  const exploited = advisory?.kev ? ' **known to be exploited**' : ''
  const where = component
    ? markdownCode(`${component.name} ${component.version}`) + bringer(component)
    : location
      ? markdownCode(`${location.path}:${location.startLine ?? 1}`) +
        (location.original ? ` built from ${markdownCode(originalText(location.original))}` : '')
      : ''
  const fix = component
    ? advisory?.fixedVersion === undefined
      ? 'no fix known'
      : markdownCode(advisory.fixedVersion)
    : ''
  return `| ${severity} | ${markdownText(title)}${exploited} ${known} | ${where} | ${fix} |`
}

/** By which package of the project's own a flawed one came in, and the file that says so. */
function bringer({ introducedBy }: NonNullable<Finding['component']>): string {
  const [first] = introducedBy
  if (!first) return ''
  const by = first.path.length > 2 ? ` by ${markdownCode(first.path[1] ?? '')}` : ''
  return `${by} in ${markdownCode(first.manifest)}`
}

function toPaste(findings: readonly Finding[]): string {
  const lines = findings.flatMap((finding) => [
    `  # ${comment(finding)}`,
    ...suppressionToPaste(finding).map((line) => `  ${line}`),
  ])
  return (
    '<details><summary>Accept a finding: paste its lines into .github/assay.yml and say ' +
    `why</summary>\n\n${markdownBlock(['suppressions:', ...lines], 'yaml')}\n\n</details>`
  )
}

/** An entry of `suppressions` for one finding. Its empty reason is a mistake until somebody fills it. */
export function suppressionToPaste({ ruleId, fingerprint }: Pick<Finding, 'ruleId' | 'fingerprint'>): string[] {
  return [`- rule: ${ruleId}`, `  fingerprint: ${JSON.stringify(fingerprint)}`, '  reason: ""']
}

/** Which finding the lines are for; a line of YAML, so without what could end it. */
function comment({ severity, component, advisory, location, title }: Finding): string {
  const subject = component
    ? `${component.name} ${component.version}${advisory ? ` ${advisory.id}` : ''}`
    : `${title}${location ? ` in ${location.path}` : ''}`
  return `${severity}: ${visible(subject, 120)}`
}
