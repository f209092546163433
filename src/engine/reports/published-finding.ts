import { detectors } from '../rules/catalogue.ts'
import type { Finding } from '../model/finding.ts'
import { publicationLimits } from './publication-limits.ts'
import type { RuleDocument } from '../model/rule.ts'

/** What decides how much of a finding everybody may see. */
export interface Publishing {
  /** When it was first seen at what is shown. */
  readonly firstSeenAt: Date
  readonly now: Date
  /** Whoever asks has shown that he maintains the project. */
  readonly isClaimedByCaller: boolean
}

const rules = new Map<string, Pick<RuleDocument, 'title' | 'what' | 'remediation'>>(
  detectors.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule])),
)

/**
 * A finding as it is published. Of a secret the rule alone; of a critical or high finding in code that no advisory has
 * told of, rule, severity and file, and the rest after `publicationLimits.embargoMs`: it would help attackers first.
 * A maintainer sees all at once. What detectors write is masked already: nobody sees a secret.
 */
export function publishedFinding(finding: Finding, { firstSeenAt, now, isClaimedByCaller }: Publishing): Finding {
  const seen = { ...finding, firstSeenAt: firstSeenAt.toISOString() }
  if (isClaimedByCaller) return seen
  if (finding.category === 'secret') return ruleOnly(seen)
  if (!isWithheld(finding) || now.getTime() - firstSeenAt.getTime() >= publicationLimits.embargoMs) return seen
  return { ...ruleOnly(seen), ...(finding.location && { location: { path: finding.location.path } }) }
}

/** Rule and severity, in the words of the rule; suppressed ones keep who did that and why. */
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
