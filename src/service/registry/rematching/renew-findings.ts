import { isDeepStrictEqual } from 'node:util'
import { vulnerableDependencies } from '../../../engine/rules/vulnerable-dependencies/detector.ts'
import type { DetectedFinding } from '../../../engine/model/finding-record.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { compareSeverity, isAtLeast } from '../../../engine/model/severity.ts'
import { withReachability } from '../../../engine/rules/vulnerable-dependencies/with-reachability.ts'
import { compareFindings } from '../../../engine/scanner/compare.ts'

/** Findings according to the current advisories. */
export interface RenewedFindings {
  /** All findings, in scan order. */
  readonly findings: readonly Finding[]
  readonly opened: readonly Finding[]
  /** Findings whose severity changed, in their new form. */
  readonly changed: readonly Finding[]
  /** Findings that are now critical or high, and were less severe before. */
  readonly escalated: readonly Finding[]
  /** Previous fingerprints by current fingerprints, for findings whose vulnerability had another ID. */
  readonly renamed: ReadonlyMap<string, string>
  /** Findings that no longer exist, in their last form. */
  readonly closed: readonly Finding[]
  /** True if nothing changed, including texts. */
  readonly isSame: boolean
}

interface Renewal {
  /** Current matches of the components. */
  readonly detected: readonly DetectedFinding[]
  /** Package URLs of components that cannot be looked up. Their findings stay. */
  readonly unknown: ReadonlySet<string>
  readonly now: Date
  /**
   * True if the scan was compared with a baseline. Findings from later advisories are then `existing`, because the
   * change did not add them.
   */
  readonly isCompared?: boolean
}

const rules: ReadonlySet<string> = new Set(vulnerableDependencies.rules.map(({ id }) => id))

/**
 * Replaces a project's dependency findings with those from the current advisories. Other findings do not change. Pure,
 * except for the IDs of new findings.
 */
export function renewFindings(
  stored: readonly Finding[],
  { detected, unknown, now, isCompared = false }: Renewal,
): RenewedFindings {
  const isMatched = ({ ruleId, component }: Pick<Finding, 'ruleId' | 'component'>) =>
    rules.has(ruleId) && !(component && unknown.has(component.purl))
  const before = new Map(stored.map((finding) => [finding.fingerprint, finding]))
  const firstSeen = new Map(stored.map(({ fingerprint, firstSeenAt }) => [fingerprint, firstSeenAt]))
  const compared = compareFindings([...stored.filter((finding) => !isMatched(finding)), ...detected], firstSeen, now)
  const still = new Set(compared.map(({ fingerprint }) => fingerprint))
  const renamed = renamedFlaws(
    compared.filter(({ fingerprint }) => !before.has(fingerprint)),
    stored.filter(({ fingerprint }) => !still.has(fingerprint)),
  )
  const beforeOf = (fingerprint: string) => before.get(renamed.get(fingerprint) ?? fingerprint)
  const findings = compared.map((finding) => keptFrom(beforeOf(finding.fingerprint), finding, isCompared))
  const goneOn = new Set(renamed.values())
  const changed = findings.filter(
    ({ fingerprint, severity }) => (beforeOf(fingerprint)?.severity ?? severity) !== severity,
  )
  return {
    findings,
    opened: findings.filter(({ fingerprint }) => !beforeOf(fingerprint)),
    changed,
    escalated: changed.filter(
      ({ fingerprint, severity }) =>
        isAtLeast(severity, 'high') && compareSeverity(severity, beforeOf(fingerprint)?.severity ?? severity) < 0,
    ),
    renamed,
    closed: stored.filter(({ fingerprint }) => !still.has(fingerprint) && !goneOn.has(fingerprint)),
    isSame: isDeepStrictEqual(findings, stored),
  }
}

/**
 * Pairs added and removed findings that are about the same package version and vulnerability but have different
 * advisory IDs. Returns previous fingerprints by current ones.
 */
function renamedFlaws(came: readonly Finding[], went: readonly Finding[]): Map<string, string> {
  const renamed = new Map<string, string>()
  const left = Map.groupBy(went, ({ component }) => component?.purl)
  for (const { fingerprint, component, advisory } of came) {
    if (!component || !advisory) continue
    const candidates = left.get(component.purl) ?? []
    const ids = new Set([advisory.id, ...advisory.aliases])
    const found = candidates.findIndex(
      (finding) => finding.advisory && [finding.advisory.id, ...finding.advisory.aliases].some((id) => ids.has(id)),
    )
    const [same] = found < 0 ? [] : candidates.splice(found, 1)
    if (same) renamed.set(fingerprint, same.fingerprint)
  }
  return renamed
}

/** Copies a finding's state, suppression, and reachability to its updated form. */
function keptFrom(before: Finding | undefined, finding: Finding, isCompared: boolean): Finding {
  if (!before) return isCompared ? { ...finding, state: 'existing' } : finding
  const { id, state, firstSeenAt, suppression, reachability } = before
  const kept = { ...finding, id, state, firstSeenAt, ...(suppression && { suppression }) }
  return reachability && isSameCode(before, finding) ? withReachability(kept, reachability) : kept
}

/**
 * Reports whether both findings are about the same vulnerable code. An advisory with another fixed version may be about
 * other functions.
 */
function isSameCode(before: Finding, finding: Finding): boolean {
  return (
    before.component?.purl === finding.component?.purl &&
    before.advisory?.fixedVersion === finding.advisory?.fixedVersion
  )
}
