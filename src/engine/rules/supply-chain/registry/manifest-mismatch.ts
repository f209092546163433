import { registryRule } from './registry-rule.ts'

export const manifestMismatch = registryRule(
  {
    id: 'manifest-mismatch',
    title: 'The registry and the package contradict each other',
    category: 'supply-chain',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-345'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'The scripts, dependencies, name or version that the registry shows of an npm package are not those of ' +
      'the `package.json` in its archive.',
    why:
      'Readers look at the one and some installers go by the other: a dependency or an install script hides ' +
      'between them.',
    remediation: 'Go by the worse of both, and ask whoever publishes it to publish it again.',
    examples: {
      bad: ['The registry shows no postinstall script, the archive has one.'],
      good: ['Both show the same.'],
    },
  },
  ({ manifestDifferences: [first, ...others] = [] }) =>
    first === undefined
      ? undefined
      : {
          title: 'The registry and the archive contradict each other',
          message: [first, ...others].slice(0, 5).join(' '),
          ...(!/script|dependency|name/i.test(first) && { severity: 'low' as const }),
        },
)
