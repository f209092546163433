import { manifestReaders } from '../../inventory/readers/catalogue.ts'
import type { AdvisoryMatch } from '../../model/advisory.ts'
import type { DetectedFinding } from '../../model/finding-record.ts'
import { fingerprint } from '../../model/fingerprint.ts'
import type { RuleDocument } from '../../model/rule.ts'
import type { Detector } from '../detector.ts'
import { maliciousDependency } from './malicious-dependency.ts'
import { vulnerableDependency } from './vulnerable-dependency.ts'
import { flawWording, malwareWording } from './wording.ts'

/** Reports each published flaw of each component, and components that are malware. */
export const vulnerableDependencies: Detector = {
  id: 'vulnerable-dependencies',
  rules: [maliciousDependency, vulnerableDependency],
  // Components, with which advisories are matched, come from these files. Scripts that list packages are counted by the
  // detectors that read code.
  reads: (path) => manifestReaders.some((reader) => reader.signature === undefined && reader.reads(path)),
  *detect({ advisoryMatches }) {
    for (const match of advisoryMatches) yield findingOfMatch(match)
  },
}

/** What a scan reports of one flaw of one component; also for those that are known of without a scan. */
export function findingOfMatch(match: AdvisoryMatch): DetectedFinding {
  return match.malicious ? malwareFinding(match) : flawFinding(match)
}

function malwareFinding(match: AdvisoryMatch): DetectedFinding {
  return {
    ...packageFinding(maliciousDependency, match),
    ...malwareWording(match),
    severity: maliciousDependency.severity,
  }
}

function flawFinding(match: AdvisoryMatch): DetectedFinding {
  return { ...packageFinding(vulnerableDependency, match), ...flawWording(match), severity: match.severity }
}

function packageFinding(
  rule: RuleDocument,
  { component, advisory, cwe }: AdvisoryMatch,
): Omit<DetectedFinding, 'title' | 'message' | 'remediation' | 'severity'> {
  return {
    ruleId: rule.id,
    precision: rule.precision,
    category: rule.category,
    // The flaw's own weaknesses say more than "depends on a flawed component".
    cwe: cwe.length > 0 ? [...cwe] : rule.cwe,
    owaspMcp: rule.owaspMcp,
    component,
    advisory,
    // Without the version: an upgrade that does not fix the flaw leaves the same finding.
    fingerprint: fingerprint([rule.id, component.ecosystem, component.name, advisory.id]),
    helpUrl: advisory.url,
  }
}
