import { z } from 'zod'
import { defineRegistryRule } from './registry-rule.ts'

/** Age in days up to which a package counts as new. */
const newPackageDays = 14
const dayMs = 24 * 60 * 60_000

export const firstRelease = defineRegistryRule({
  document: {
    id: 'first-release',
    title: 'New package: the registry has a single, recent version',
    category: 'supply-chain',
    severity: 'info',
    precision: 'medium',
    cwe: ['CWE-1357'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'The registry has only one version of the package, and it was published less than 14 days before the scan. ' +
      'The rule uses registry metadata.',
    why: 'Most malware in registries is new and is removed within days. However, most new packages are harmless.',
    remediation: 'Check who publishes the package, or wait before you install it.',
    examples: {
      bad: ['One version, published yesterday.'],
      good: ['One version, published a year ago.', 'The tenth version, published yesterday.'],
    },
  },
  arguments: z.object({ publishedOn: z.string() }),
  describe: ({ publishedOn }) => ({
    title: 'New package with a single version',
    message:
      `The registry has only this version of the package, and it was published on ${publishedOn}. New packages ` +
      'have had little review.',
  }),
  match({ versions, publishedAt }, { scannedAt }) {
    if (versions !== 1 || publishedAt === undefined || !scannedAt) return undefined
    const days = (scannedAt.getTime() - Date.parse(publishedAt)) / dayMs
    return days < newPackageDays ? { arguments: { publishedOn: publishedAt.slice(0, 10) } } : undefined
  },
})
