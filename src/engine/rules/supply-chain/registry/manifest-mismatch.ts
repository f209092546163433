import { z } from 'zod'
import { defineRegistryRule } from './registry-rule.ts'

/** Differences that a message lists. */
const maxListed = 5

export const manifestMismatch = defineRegistryRule({
  document: {
    id: 'manifest-mismatch',
    title: 'Manifest confusion: the registry metadata contradicts the package archive',
    category: 'supply-chain',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-345'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'The registry metadata of an npm package has other scripts, dependencies, or another name or version than the ' +
      '`package.json` in its archive.',
    why:
      'Users read the registry metadata, and some installers use the archive. An install script or a dependency can ' +
      'hide in the difference.',
    remediation: 'Assume the worse of both, and ask the publisher to publish the package again.',
    examples: {
      bad: ['The registry shows no postinstall script, the archive has one.'],
      good: ['Both show the same.'],
    },
  },
  arguments: z.object({ differences: z.array(z.string()) }),
  describe: ({ differences }) => ({
    title: 'Manifest confusion in the package',
    message: `The registry metadata and the archive of the package differ. ${differences.join(' ')}`,
  }),
  match({ manifestDifferences: differences = [] }) {
    const [first] = differences
    if (first === undefined) return undefined
    return {
      arguments: { differences: differences.slice(0, maxListed) },
      ...(!/script|dependency|name/i.test(first) && { severity: 'low' }),
    }
  },
})
