import type { DetectedFinding } from '../../src/engine/model/finding-record.ts'
import type { Finding } from '../../src/engine/model/finding.ts'

/** A finding as a detector reports it, with these fields. */
export function detectedFinding(parts: Partial<DetectedFinding> = {}): DetectedFinding {
  return {
    ruleId: 'vulnerable-dependency',
    title: 'example 1.0.0: a flaw',
    message: 'A flaw.',
    severity: 'high',
    precision: 'very-high',
    category: 'dependency',
    cwe: [],
    owaspMcp: [],
    fingerprint: 'fingerprint',
    remediation: 'Upgrade.',
    ...parts,
  }
}

/** A finding as it is stored. By default, its state is `new`. */
export function storedFinding(parts: Partial<Finding> = {}): Finding {
  return { id: 'finding_1', state: 'new', firstSeenAt: '2026-01-02T03:04:05.678Z', ...detectedFinding(), ...parts }
}

/** A finding about a package version that this advisory affects. */
export function dependencyFinding(
  advisoryId: string,
  { cvss, ...parts }: Partial<Finding> & { readonly cvss?: NonNullable<Finding['advisory']>['cvss'] } = {},
): Finding {
  return storedFinding({
    component: {
      purl: 'pkg:npm/a@1.0.0',
      name: 'a',
      version: '1.0.0',
      ecosystem: 'npm',
      direct: true,
      dev: false,
      introducedBy: [{ manifest: 'web/package-lock.json', path: ['project@1.0.0', 'a@1.0.0'] }],
    },
    advisory: {
      id: advisoryId,
      aliases: ['CVE-2026-1'],
      url: `https://osv.dev/vulnerability/${advisoryId}`,
      fixedVersion: '1.0.1',
      ...(cvss && { cvss }),
    },
    ...parts,
  })
}
