import { isDeepStrictEqual } from 'node:util'
import { vulnerableDependencies } from '../../../engine/rules/vulnerable-dependencies/detector.ts'
import type { DetectedFinding } from '../../../engine/model/finding-record.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { compareSeverity, isAtLeast } from '../../../engine/model/severity.ts'
import { compareFindings } from '../../../engine/scanner/compare.ts'

/** Findings as they are with what the advisories say now. */
export interface RenewedFindings {
  /** All of them, in the order in which a scan would have them. */
  readonly findings: readonly Finding[]
  readonly opened: readonly Finding[]
  /** Those that weigh otherwise, as they are now. */
  readonly changed: readonly Finding[]
  /** Those of them that are critical or high now, and were less bad. */
  readonly escalated: readonly Finding[]
  /** Fingerprints that findings had before their flaws went by another id, by those that they have now. */
  readonly renamed: ReadonlyMap<string, string>
  /** Those that are no more, as they were. */
  readonly closed: readonly Finding[]
  /** Not even a text is another one. */
  readonly isSame: boolean
}

interface Renewal {
  /** What of the project's components is known now. */
  readonly detected: readonly DetectedFinding[]
  /** Package URLs of components of which nothing can be looked up: what was found of them stays. */
  readonly unknown: ReadonlySet<string>
  readonly now: Date
  /**
   * The scan was compared with another: what is known of it later was not brought by what it scanned, and is
   * `existing`.
   */
  readonly isCompared?: boolean
}

const rules: ReadonlySet<string> = new Set(vulnerableDependencies.rules.map(({ id }) => id))

/**
 * Puts what advisories say of a project's components now in the place of what they said; every other finding stays.
 * Pure, but for the ids of new findings.
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
 * Pairs findings that came with those that went where they are of the same flaw of the same package version by another
 * of its ids; fingerprints by fingerprints.
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

/** What a scan or somebody said of a finding holds for it as it is now. */
function keptFrom(before: Finding | undefined, finding: Finding, isCompared: boolean): Finding {
  if (!before) return isCompared ? { ...finding, state: 'existing' } : finding
  const { id, state, firstSeenAt, suppression } = before
  return { ...finding, id, state, firstSeenAt, ...(suppression && { suppression }) }
}
