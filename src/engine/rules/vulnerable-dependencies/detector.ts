import { manifestReaders } from '../../inventory/readers/catalogue.ts'
import type { AdvisoryMatch } from '../../model/advisory.ts'
import type { DetectedFinding } from '../../model/finding-record.ts'
import { fingerprint } from '../../model/fingerprint.ts'
import type { Detector } from '../detector.ts'
import { findingOf } from '../finding-text.ts'
import { licenseNotAllowed } from './license-not-allowed.ts'
import type { AdvisoryRule } from './advisory-rule.ts'
import { doubt } from './dependency-path.ts'
import { maliciousDependency } from './malicious-dependency.ts'
import { vulnerableDependency } from './vulnerable-dependency.ts'

/**
 * Reports each known vulnerability of each component, and components that are malware. License findings depend on the
 * project settings, so `engine/scanner/license-findings.ts` reports them.
 */
export const vulnerableDependencies: Detector = {
  id: 'vulnerable-dependencies',
  rules: [licenseNotAllowed, maliciousDependency, vulnerableDependency],
  // Components come from these files. Scripts that list packages count toward the detectors that read code.
  reads: (path) => manifestReaders.some((reader) => reader.signature === undefined && reader.reads(path)),
  missing: ({ advisoryShortfall }) => advisoryShortfall,
  *detect({ advisoryMatches }) {
    for (const match of advisoryMatches) yield findingOfMatch(match)
  },
}

/** Returns the finding for one vulnerability in one component. Also used to match new advisories without a scan. */
export function findingOfMatch(match: AdvisoryMatch): DetectedFinding {
  const rule: AdvisoryRule = match.malicious ? maliciousDependency : vulnerableDependency
  const { component, advisory, cwe, severity, summary, reachability } = match
  return findingOf(rule, {
    arguments: { summary },
    severity: match.malicious ? rule.severity : severity,
    ...(doubt(component, advisory) !== '' && { precision: 'low' as const }),
    // The advisory's CWEs are more specific than "depends on a vulnerable component".
    cwe: cwe.length > 0 ? [...cwe] : rule.cwe,
    component,
    advisory,
    ...(reachability && { reachability }),
    // Excludes the version, so that an upgrade that does not fix the vulnerability keeps the same finding.
    fingerprint: fingerprint([rule.id, component.ecosystem, component.name, advisory.id]),
    helpUrl: advisory.url,
  })
}
