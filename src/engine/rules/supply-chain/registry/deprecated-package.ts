import { registryRule } from './registry-rule.ts'
import { displayLine } from '../../display-text.ts'

export const deprecatedPackage = registryRule(
  {
    id: 'deprecated-package',
    title: 'The maintainers advise against a package',
    category: 'supply-chain',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-1104'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: [],
    what:
      'The registry tells that this version is deprecated, or that the project is archived or in quarantine. ' +
      'Read from its metadata.',
    why: 'Flaws of it are no longer mended, and the reason may be one.',
    remediation: 'Take what the message names in its place.',
    examples: {
      bad: ['"deprecated": "Use example-shop-next, this is no longer maintained."'],
      good: ['A version without such a message.'],
    },
  },
  ({ deprecated, yanked }) =>
    deprecated === undefined || yanked === true
      ? undefined
      : {
          title: 'The maintainers advise against this version',
          message: `The registry says of this version: ${displayLine(deprecated, 500)}`,
          ...(/quarantin/i.test(deprecated) && { severity: 'high' as const }),
        },
)
