import type { ReportingDescriptor } from 'sarif'
import type { AdvisoryReference } from '../model/advisory.ts'
import type { Finding } from '../model/finding.ts'
import type { RuleDocument } from '../model/rule.ts'
import type { Severity } from '../model/severity.ts'
import { plainMessage } from './sarif-message.ts'

/**
 * Ranges of `security-severity` that code scanning maps to each severity. Also holds the value for findings whose own
 * score is not in the range:
 * https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning
 */
const bands: Readonly<Record<Severity, { readonly from: number; readonly below: number; readonly middle: number }>> = {
  critical: { from: 9, below: 10.1, middle: 9.5 },
  high: { from: 7, below: 9, middle: 8 },
  medium: { from: 4, below: 7, middle: 5.5 },
  low: { from: 0.1, below: 4, middle: 2 },
  info: { from: 0, below: 0.1, middle: 0 },
}

/** Returns a hierarchical ID (SARIF 2.1.0 section 3.5.4): the rule, followed by the advisory. */
export function descriptorIdOf({ ruleId, advisory }: Pick<Finding, 'ruleId' | 'advisory'>): string {
  return advisory ? `${ruleId}/${advisory.id}` : ruleId
}

/** Describes a rule whose findings have no advisory. */
export function describeRule(finding: Finding, rule: RuleDocument | undefined): ReportingDescriptor {
  return {
    id: finding.ruleId,
    name: nameOf(finding.ruleId),
    shortDescription: { text: plainMessage(rule?.title ?? finding.title) },
    ...(rule && {
      fullDescription: { text: plainMessage(rule.what) },
      help: { text: plainMessage(`${rule.why}\n\n${rule.remediation}`) },
    }),
    ...(finding.helpUrl !== undefined && { helpUri: finding.helpUrl }),
    properties: properties(finding),
  }
}

/** Describes an advisory as a separate rule. */
export function describeAdvisory(
  finding: Finding,
  advisory: AdvisoryReference,
  rule: RuleDocument | undefined,
): ReportingDescriptor {
  return {
    id: descriptorIdOf(finding),
    name: nameOf(finding.ruleId),
    shortDescription: { text: plainMessage(finding.title) },
    fullDescription: {
      text: plainMessage(
        [finding.title, ...(advisory.aliases.length > 0 ? [`Also known as ${advisory.aliases.join(', ')}.`] : [])].join(
          '\n',
        ),
      ),
    },
    helpUri: advisory.url,
    ...(rule && { help: { text: plainMessage(`${rule.why}\n\n${rule.remediation}`) } }),
    properties: properties(finding),
  }
}

function properties(finding: Finding): NonNullable<ReportingDescriptor['properties']> {
  return {
    tags: [
      'security',
      finding.category,
      ...finding.cwe.map((cwe) => `external/cwe/${cwe.toLowerCase()}`),
      ...finding.owaspMcp,
    ],
    precision: finding.precision,
    'security-severity': securitySeverity(finding).toFixed(1),
  }
}

/**
 * Returns the CVSS score if it is in the range for the severity. The two can disagree, because the severity is not
 * based on the score alone.
 */
function securitySeverity({ severity, advisory }: Finding): number {
  const { from, below, middle } = bands[severity]
  const score = advisory?.cvss?.score
  return score !== undefined && score >= from && score < below ? score : middle
}

/** Converts `vulnerable-dependency` to `VulnerableDependency`. SARIF recommends Pascal case for rule names. */
function nameOf(ruleId: string): string {
  return ruleId
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
}
