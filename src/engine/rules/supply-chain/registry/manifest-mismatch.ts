import { z } from 'zod'
import { defineRegistryRule } from './registry-rule.ts'

/** Maximum number of differences that a message lists. */
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
      'The scripts, dependencies, name, or version in the registry metadata of an npm package differ from those ' +
      "in the archive's `package.json`.",
    why:
      'Users read the registry metadata, but some installers use the `package.json` in the archive. A mismatch can ' +
      'hide an install script or a dependency.',
    remediation:
      'Assume that installers use the more dangerous of the two manifests, and ask the publisher to republish the ' +
      'package.',
    examples: {
      bad: ['The registry shows no postinstall script, but the archive has one.'],
      good: ['The registry and the archive show the same scripts.'],
    },
  },
  arguments: z.object({ differences: z.array(z.string()) }),
  describe: ({ differences }) => ({
    title: 'Manifest confusion in the package',
    message: `The package's registry metadata and archive differ. ${differences.join(' ')}`,
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
