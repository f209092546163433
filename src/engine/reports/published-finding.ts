import { detectors } from '../rules/catalogue.ts'
import type { Finding } from '../model/finding.ts'
import { publicationLimits } from './publication-limits.ts'
import type { RuleDocument } from '../model/rule.ts'

/** What decides how much of a finding the public sees. */
export interface Publishing {
  /** When a scan of the shown target first had it. */
  readonly firstSeenAt: Date
  readonly now: Date
  /** The caller has proved to maintain the project. */
  readonly isClaimedByCaller: boolean
}

const rules = new Map<string, Pick<RuleDocument, 'title' | 'what' | 'remediation'>>(
  detectors.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule])),
)

/**
 * Returns the public part of a finding. A secret shows only its rule. A critical or high code finding without advisory
 * shows rule, severity, and file until `publicationLimits.embargoMs` is over, because the rest would help attackers
 * first. Maintainers see everything at once, except secrets, which detectors mask.
 */
export function publishedFinding(finding: Finding, { firstSeenAt, now, isClaimedByCaller }: Publishing): Finding {
  const seen = { ...finding, firstSeenAt: firstSeenAt.toISOString() }
  if (isClaimedByCaller) return seen
  if (finding.category === 'secret') return ruleOnly(seen)
  if (!isWithheld(finding) || now.getTime() - firstSeenAt.getTime() >= publicationLimits.embargoMs) return seen
  return { ...ruleOnly(seen), ...(finding.location && { location: { path: finding.location.path } }) }
}

/** Returns rule and severity in the words of the rule, and the suppression if one exists. */
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
