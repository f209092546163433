import { registryRule } from './registry-rule.ts'

/** After so long somebody else has seen it. */
const newDays = 14
const dayMs = 24 * 60 * 60_000

export const firstRelease = registryRule(
  {
    id: 'first-release',
    title: 'A package has one version, and that is new',
    category: 'supply-chain',
    severity: 'info',
    precision: 'medium',
    cwe: ['CWE-1357'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'The registry has a single version of the package, published less than 14 days before the scan. Read ' +
      'from its metadata.',
    why:
      'Most malware in registries is of this kind, and is found and removed within days; most new packages ' +
      'are harmless too.',
    remediation: 'Look at who publishes it, or wait.',
    examples: {
      bad: ['One version, published yesterday.'],
      good: ['One version, published a year ago.', 'The tenth version, published yesterday.'],
    },
  },
  ({ versions, publishedAt }, { scannedAt }) => {
    if (versions !== 1 || publishedAt === undefined || !scannedAt) return undefined
    const days = (scannedAt.getTime() - Date.parse(publishedAt)) / dayMs
    return days < newDays
      ? {
          title: 'It is the first version, and new',
          message: `The registry has this one version of the package. It was published on ${publishedAt.slice(0, 10)}.`,
        }
      : undefined
  },
)
