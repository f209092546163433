import type { AdvisoryReference } from '../../model/advisory.ts'
import type { Component } from '../../model/component.ts'
import { reachabilityText } from '../../model/reachability-text.ts'
import { defineAdvisoryRule } from './advisory-rule.ts'
import { isScannedProject, removableDependency, upgradeText } from '../../model/upgrade-text.ts'
import { advisoryIds, asSentence, doubt, origin } from './dependency-path.ts'

export const vulnerableDependency = defineAdvisoryRule({
  document: {
    id: 'vulnerable-dependency',
    title: 'Vulnerable dependency: a package version has a known vulnerability',
    category: 'dependency',
    severity: 'medium',
    precision: 'high',
    cwe: ['CWE-1395'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'The project itself, or a package version that it declares or installs, is affected by a published advisory. ' +
      'Advisories come from OSV, which includes advisories from GitHub, PyPA, and other sources. Advisories that are ' +
      'aliases of each other are reported as one vulnerability. If an advisory does not state the last affected ' +
      'version, the finding has low precision.',
    why:
      'The vulnerability is public, and an exploit is often available. An MCP server passes untrusted input from ' +
      'models to its dependencies. For npm and PyPI packages, Assay can check whether the project reaches the ' +
      'vulnerable code.',
    remediation:
      'Upgrade to a version that fixes the vulnerability. If another package requires the vulnerable version, ' +
      'upgrade that package, or override the version if the package manager supports overrides.',
    examples: {
      bad: ['{ "dependencies": { "minimist": "0.0.8" } }', '{ "dependencies": { "minimist": "1.2.6-rc.1" } }'],
      good: ['{ "dependencies": { "minimist": "1.2.6" } }', '{ "dependencies": { "minimist": "0.2.4" } }'],
    },
  },
  isFor: ({ malicious }) => !malicious,
  describe: (summary, component, advisory, reachability) => {
    const { name, version } = component
    const { fixedVersion } = advisory
    return {
      title: `${name} ${version}: ${summary}`,
      message:
        `${name} ${version} has a known vulnerability, ${advisoryIds(advisory)}: ${asSentence(summary)} ` +
        `${exploitation(advisory)}` +
        `${fixedVersion === undefined ? 'The advisory lists no fixed version.' : `It is fixed in ${fixedVersion}.`}` +
        `${doubt(component, advisory)}` +
        `${reachability ? ` ${reachabilityText(name, reachability)}` : ''}${origin(component)}`,
      remediation: fixedVersion === undefined ? withoutFix(component) : upgradeText(component, fixedVersion),
    }
  },
})

/** Describes known exploitation, which is a fact. The EPSS probability is in the advisory. */
function exploitation({ kev }: AdvisoryReference): string {
  if (!kev) return ''
  return (
    `The vulnerability is actively exploited${kev.ransomware ? ', including by ransomware' : ''}: CISA added it to ` +
    `the Known Exploited Vulnerabilities catalog on ${kev.addedAt}. `
  )
}

function withoutFix(component: Component): string {
  const { name } = component
  const action = isScannedProject(component) ? `Stop using ${name}` : `Replace ${removableDependency(component)}`
  return (
    `The advisory lists no fixed version of ${name}. ${action}, or make sure that the project does not use the ` +
    'vulnerable code.'
  )
}
