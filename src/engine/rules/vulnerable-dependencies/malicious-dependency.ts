import { defineAdvisoryRule } from './advisory-rule.ts'
import { removableDependency } from '../../model/upgrade-text.ts'
import { advisoryIds, asSentence, doubt, origin } from './dependency-path.ts'

export const maliciousDependency = defineAdvisoryRule({
  document: {
    id: 'malicious-dependency',
    title: 'Malicious dependency: a package version in the dependency tree is known malware',
    category: 'dependency',
    severity: 'critical',
    precision: 'very-high',
    cwe: ['CWE-506'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'The project itself, or a package version that it declares or installs, is listed in the OpenSSF malicious ' +
      'packages database (OSV IDs that start with MAL-).',
    why:
      "The malicious code can run on every machine that installs or starts the project. The code has the user's " +
      "privileges and can read the user's secrets.",
    remediation:
      'Remove the package. Treat each machine that installed the malicious version as compromised. Use a different ' +
      'machine to replace every secret that was on the compromised machine.',
    examples: {
      bad: ['{ "dependencies": { "flatmap-stream": "0.1.1" } }'],
      good: ['{ "dependencies": { "event-stream": "4.0.1" } }'],
    },
  },
  isFor: ({ malicious }) => malicious,
  describe: (summary, component, advisory) => ({
    title: `${component.name} ${component.version} is malware: ${summary}`,
    message:
      `${component.name} ${component.version} is known malware, ${advisoryIds(advisory)}: ${asSentence(summary)}` +
      `${doubt(component, advisory)}${origin(component)}`,
    remediation:
      `Remove ${removableDependency(component)}. Treat each machine that installed ${component.name} as compromised. ` +
      'Use a different machine to replace every secret that was on the compromised machine.',
  }),
})
