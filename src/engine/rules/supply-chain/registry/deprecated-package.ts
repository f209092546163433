import { z } from 'zod'
import { defineRegistryRule } from './registry-rule.ts'

export const deprecatedPackage = defineRegistryRule({
  document: {
    id: 'deprecated-package',
    title: 'Deprecated package: the maintainers advise against this version',
    category: 'supply-chain',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-1104'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: [],
    what:
      'The registry marks this version as deprecated, or the project as archived or quarantined. The rule uses ' +
      'registry metadata. The severity is high for quarantined packages.',
    why:
      'The maintainers might no longer publish security fixes for this version. A package can be deprecated because ' +
      'it has a security problem.',
    remediation:
      'Switch to the replacement that the deprecation notice recommends, or to another package that is still ' +
      'maintained.',
    examples: {
      bad: ['"deprecated": "Use example-shop-next, this is no longer maintained."'],
      good: ['A version without a deprecation notice.'],
    },
  },
  arguments: z.object({ notice: z.string(), isQuarantined: z.boolean() }),
  describe: ({ notice, isQuarantined }) =>
    isQuarantined
      ? {
          title: 'Quarantined package',
          message:
            'Registries quarantine packages that may contain malware. The registry notice mentions a quarantine: ' +
            `"${notice}"`,
          remediation: 'Do not install the package. If you have installed the package, read the registry notice.',
        }
      : { title: 'Deprecated package', message: `The registry marks this version as deprecated: "${notice}"` },
  match({ deprecated, yanked }) {
    if (deprecated === undefined || yanked === true) return undefined
    const isQuarantined = /quarantin/i.test(deprecated)
    return { arguments: { notice: deprecated, isQuarantined }, ...(isQuarantined && { severity: 'high' }) }
  },
})
