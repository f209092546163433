import type { RuleDocument } from '../../model/rule.ts'

export const vulnerableDependency: RuleDocument = {
  id: 'vulnerable-dependency',
  title: 'A dependency has a published flaw',
  category: 'dependency',
  severity: 'medium',
  precision: 'high',
  cwe: ['CWE-1395'],
  owaspMcp: ['MCP04:2025'],
  safeMcp: ['SAFE-T1002'],
  what:
    'A package version that the project is, asks for or brings along stands in the range of a published ' +
    'advisory (OSV: GitHub, PyPA and others). Advisories that name each other count as one flaw.',
  why:
    'The flaw is public, often with a way to use it, and an MCP server passes on what a model was talked into ' +
    'sending. Whether the flawed part can be reached from the project is not known.',
  remediation:
    'Upgrade to a version in which the flaw is fixed. Where another package brings the flawed version, ' +
    'upgrade that package, or override the version in the manifest.',
  examples: {
    bad: ['{ "dependencies": { "minimist": "0.0.8" } }', '{ "dependencies": { "minimist": "1.2.6-rc.1" } }'],
    good: ['{ "dependencies": { "minimist": "1.2.6" } }', '{ "dependencies": { "minimist": "0.2.4" } }'],
  },
}
