import { isDeepStrictEqual } from 'node:util'
import { vulnerableDependencies } from '../../detectors/vulnerable-dependencies/detector.ts'
import type { DetectedFinding, Finding } from '../../model/finding.ts'
import { compareFindings } from '../../scan/compare.ts'

/** Findings as they are with what the advisories say now. */
export interface RenewedFindings {
  /** All of them, in the order in which a scan would have them. */
  readonly findings: readonly Finding[]
  readonly opened: readonly Finding[]
  /** Those that weigh otherwise, as they are now. */
  readonly changed: readonly Finding[]
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
}

const rules: ReadonlySet<string> = new Set(vulnerableDependencies.rules.map(({ id }) => id))

/** Puts what advisories say of a project's components now in the place of what they said; every other finding stays. Pure, but for the ids of new findings. */
export function renewFindings(stored: readonly Finding[], { detected, unknown, now }: Renewal): RenewedFindings {
  const isMatched = ({ ruleId, component }: Pick<Finding, 'ruleId' | 'component'>) => rules.has(ruleId) && !(component && unknown.has(component.purl))
  const before = new Map(stored.map((finding) => [finding.fingerprint, finding]))
  const firstSeen = new Map(stored.map(({ fingerprint, firstSeenAt }) => [fingerprint, firstSeenAt]))
  const findings = compareFindings([...stored.filter((finding) => !isMatched(finding)), ...detected], firstSeen, now).map((finding) => keptFrom(before.get(finding.fingerprint), finding))
  const after = new Set(findings.map(({ fingerprint }) => fingerprint))
  return {
    findings,
    opened: findings.filter(({ fingerprint }) => !before.has(fingerprint)),
    changed: findings.filter(({ fingerprint, severity }) => (before.get(fingerprint)?.severity ?? severity) !== severity),
    closed: stored.filter(({ fingerprint }) => !after.has(fingerprint)),
    isSame: isDeepStrictEqual(findings, stored),
  }
}

/** What a scan or somebody said of a finding holds for it as it is now. */
function keptFrom(before: Finding | undefined, finding: Finding): Finding {
  if (!before) return finding
  const { id, state, firstSeenAt, suppression } = before
  return { ...finding, id, state, firstSeenAt, ...(suppression && { suppression }) }
}
