import { detectors } from '../rules/catalogue.ts'
import type { Finding } from '../model/finding.ts'
import { publicationLimits } from './publication-limits.ts'
import type { RuleDocument } from '../model/rule.ts'

/** Data that determines how much of a finding is public. */
export interface Publishing {
  /** Time when a scan first reported the finding for this target. */
  readonly firstSeenAt: Date
  readonly now: Date
  /** True if the caller has proved to be a maintainer of the project. */
  readonly isClaimedByCaller: boolean
}

const rules = new Map<string, Pick<RuleDocument, 'title' | 'what' | 'remediation'>>(
  detectors.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule])),
)

/**
 * Returns the public part of a finding. For a secret, this is only the rule. For a critical or high code finding
 * without an advisory, it is only the rule, severity, and file until `publicationLimits.embargoMs` is over, because
 * more details would mainly help attackers. Maintainers see everything immediately, except for the secrets themselves,
 * which detectors mask.
 */
export function publishedFinding(finding: Finding, { firstSeenAt, now, isClaimedByCaller }: Publishing): Finding {
  const seen = { ...finding, firstSeenAt: firstSeenAt.toISOString() }
  if (isClaimedByCaller) return seen
  if (finding.category === 'secret') return ruleOnly(seen)
  if (!isWithheld(finding) || now.getTime() - firstSeenAt.getTime() >= publicationLimits.embargoMs) return seen
  return { ...ruleOnly(seen), ...(finding.location && { location: { path: finding.location.path } }) }
}

/** Returns only the rule, severity, and suppression, with the rule's own texts. */
function ruleOnly({
  id,
  ruleId,
  severity,
  precision,
  category,
  cwe,
  owaspMcp,
  fingerprint,
  state,
  suppression,
  helpUrl,
  firstSeenAt,
}: Finding): Finding {
  const { title, what, remediation } = rules.get(ruleId) ?? { title: ruleId, what: ruleId, remediation: '' }
  return {
    id,
    ruleId,
    title,
    message: what,
    severity,
    precision,
    category,
    cwe,
    owaspMcp,
    fingerprint,
    state,
    ...(suppression && { suppression }),
    remediation,
    ...(helpUrl !== undefined && { helpUrl }),
    firstSeenAt,
  }
}

function isWithheld({ category, severity, advisory }: Finding): boolean {
  return category === 'code' && (severity === 'critical' || severity === 'high') && !advisory
}
