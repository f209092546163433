import type { DetectedFinding } from '../../src/model/finding.ts'

/** A finding as a detector reports it, with the given parts changed. */
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
