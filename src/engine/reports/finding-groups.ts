import { fingerprint } from '../model/fingerprint.ts'
import type { Component } from '../model/component.ts'
import type { Finding } from '../model/finding.ts'
import { isScannedProject, removableDependency, upgradeText } from '../model/upgrade-text.ts'
import { type PrioritizedFinding, priorityOf } from '../model/priority.ts'
import type { ReachabilityResult } from '../model/reachability-text.ts'
import { compareSeverity } from '../model/severity-order.ts'
import { versionOrderOf } from '../advisories/version-order/catalogue.ts'
import type { VersionOrder } from '../advisories/version-order/version-order.ts'

/** Finding fields used for grouping. Arrays are readonly, as in the API client. */
export interface GroupableFinding extends Pick<
  Finding,
  'ruleId' | 'title' | 'severity' | 'category' | 'remediation' | 'location'
> {
  readonly component?: GroupedComponent | undefined
  readonly advisory?:
    | ({ readonly fixedVersion?: string | undefined } & NonNullable<PrioritizedFinding['advisory']>)
    | undefined
  readonly reachability?: ReachabilityResult | undefined
}

/** Package fields used for grouping. */
export interface GroupedComponent extends Pick<Component, 'purl' | 'name' | 'version' | 'ecosystem' | 'direct'> {
  readonly introducedBy: readonly { readonly path: readonly string[] }[]
}

/**
 * Findings that a single change fixes. Grouping only affects presentation; the findings and their fingerprints stay the
 * same.
 */
export interface FindingGroup<Member extends GroupableFinding = Finding> {
  /** Group key, which `groupKeyOf` returns for every finding in the group. */
  readonly key: string
  /** Severity of the worst finding. */
  readonly severity: Finding['severity']
  readonly title: string
  readonly remediation: string
  /**
   * Version that fixes every finding that has a fix. Undefined for code findings and malware, and if no fix is known.
   */
  readonly fixedVersion: string | undefined
  /** Sort key of the most important finding, see `priorityOf`. */
  readonly priority: number
  /** One or more findings, in list order. */
  readonly findings: readonly [Member, ...Member[]]
}

/**
 * Returns the key of a finding's group, which depends on nothing but the finding. All findings about a package version
 * share a key, and so do all secrets found by one rule in one file. Other findings share a key if their rule and title
 * are equal. The title names the weakness and the tool, or the package and its license.
 */
export function groupKeyOf({ ruleId, title, category, location, component }: GroupableFinding): string {
  if (component && ruleId !== 'license-not-allowed') return fingerprint(['component', component.purl])
  if (category === 'secret') return fingerprint(['secret', ruleId, location?.path ?? ''])
  return fingerprint(['title', ruleId, title])
}

/** Adds the group to a finding, as returned by the API. */
export function withGroup(finding: Finding): Finding {
  return { ...finding, group: groupKeyOf(finding) }
}

/** Groups findings in linear time. Sorts the groups by priority, most important first, and then in list order. */
export function groupFindings<Member extends GroupableFinding>(findings: readonly Member[]): FindingGroup<Member>[] {
  const membersByKey = new Map<string, [Member, ...Member[]]>()
  for (const finding of findings) {
    const key = groupKeyOf(finding)
    const members = membersByKey.get(key)
    if (members) members.push(finding)
    else membersByKey.set(key, [finding])
  }
  return [...membersByKey].map(([key, members]) => groupOf(key, members)).toSorted((a, b) => a.priority - b.priority)
}

function groupOf<Member extends GroupableFinding>(key: string, findings: [Member, ...Member[]]): FindingGroup<Member> {
  const [first, ...others] = findings
  const { component } = first
  const severity = others.reduce<Finding['severity']>(
    (worst, finding) => (compareSeverity(finding.severity, worst) < 0 ? finding.severity : worst),
    first.severity,
  )
  const fixedVersion = component && !findings.some(isMalware) ? highestFixedVersion(component, findings) : undefined
  const texts =
    component && others.length > 0
      ? { title: componentTitle(component, findings), remediation: remediationText(component, findings, fixedVersion) }
      : { title: first.title, remediation: [...new Set(findings.map(({ remediation }) => remediation))].join(' ') }
  const priority = findings.reduce((least, finding) => Math.min(least, priorityOf(finding)), Number.POSITIVE_INFINITY)
  return { key, severity, ...texts, fixedVersion, priority, findings }
}

/**
 * Returns the title of a package's group. Malware counts once: the whole package version is malicious, no matter how
 * many advisories list it.
 */
function componentTitle({ name, version }: GroupedComponent, findings: readonly GroupableFinding[]): string {
  const vulnerabilities = findings.filter((finding) => !isMalware(finding)).length
  const counts = [
    ...(vulnerabilities < findings.length ? ['known malware'] : []),
    ...(vulnerabilities > 0
      ? [`${vulnerabilities} known ${vulnerabilities === 1 ? 'vulnerability' : 'vulnerabilities'}`]
      : []),
  ]
  return `${name} ${version}: ${counts.join(' and ')}`
}

function remediationText(
  component: GroupedComponent,
  findings: readonly GroupableFinding[],
  fixedVersion: string | undefined,
): string {
  const malware = findings.find(isMalware)
  if (malware) return malware.remediation
  const { name } = component
  if (fixedVersion === undefined)
    return (
      `No advisory lists a fixed version of ${name}. ` +
      `${isScannedProject(component) ? `Stop using ${name}` : `Replace ${removableDependency(component)}`}, or make ` +
      'sure that the project does not use the vulnerable code.'
    )
  const unfixed = findings.filter(({ advisory }) => advisory?.fixedVersion === undefined).length
  const remaining =
    unfixed === 0
      ? ''
      : ` ${unfixed} of the ${findings.length} vulnerabilities ${unfixed === 1 ? 'has' : 'have'} no fixed version.`
  return upgradeText(component, fixedVersion) + remaining
}

const isMalware = ({ ruleId }: GroupableFinding) => ruleId === 'malicious-dependency'

/**
 * Returns the version that fixes all findings. Each advisory names the smallest fixed version above the installed one,
 * so the highest of these versions fixes all findings. If an advisory affects a later release line again, the next scan
 * reports it.
 */
function highestFixedVersion(
  { ecosystem }: GroupedComponent,
  findings: readonly GroupableFinding[],
): string | undefined {
  // The Action may be older than the service. In that case, it may not know the version order of a new ecosystem.
  const order: VersionOrder | undefined = versionOrderOf(ecosystem)
  const fixes = new Set(findings.flatMap(({ advisory }) => advisory?.fixedVersion ?? []))
  if (order === undefined && fixes.size > 1) return undefined
  let highest: { readonly text: string; readonly version: unknown } | undefined
  for (const text of fixes) {
    const version = order?.parse(text)
    if (highest === undefined || isHigher(order, version, highest.version)) highest = { text, version }
  }
  return highest?.text
}

/** Reports whether a version is higher. Invalid versions count as lower than every valid one. */
function isHigher(order: VersionOrder | undefined, version: unknown, than: unknown): boolean {
  if (order === undefined || version === undefined) return false
  return than === undefined || order.compare(version, than) > 0
}
