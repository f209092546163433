import type { RuleDocument } from '../../model/rule.ts'

export const maliciousDependency: RuleDocument = {
  id: 'malicious-dependency',
  title: 'A dependency is malware',
  category: 'dependency',
  severity: 'critical',
  precision: 'very-high',
  cwe: ['CWE-506'],
  owaspMcp: ['MCP04:2025'],
  safeMcp: ['SAFE-T1002'],
  what:
    'A package version that the project is, asks for or brings along was published to do harm and stands in ' +
    'the OpenSSF database of malicious packages (OSV ids MAL-…).',
  why:
    'Its code runs on every machine that installs or starts the project, with the rights and the secrets of ' +
    'whoever does.',
  remediation:
    'Remove the package. Treat each machine that installed it as taken over, and replace every secret that ' +
    'was on it from another machine.',
  examples: {
    bad: ['{ "dependencies": { "flatmap-stream": "0.1.1" } }'],
    good: ['{ "dependencies": { "event-stream": "4.0.1" } }'],
  },
}
