import { registryRule } from './registry-rule.ts'
import { displayLine } from '../../display-text.ts'

export const yankedRelease = registryRule(
  {
    id: 'yanked-release',
    title: 'A release was taken back',
    category: 'supply-chain',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-1104'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: [],
    what: 'The Python package index tells that this release was yanked. Read from its metadata.',
    why: 'Whoever made it wants nobody to install it: it is broken, flawed or was published by somebody else.',
    remediation: 'Install another release.',
    examples: { bad: ['"yanked": "leaks tokens into logs"'], good: ['A release that is offered.'] },
  },
  ({ yanked, deprecated = 'no reason was given' }) =>
    yanked === true
      ? { title: 'The release was yanked', message: `The index says: ${displayLine(deprecated, 500)}` }
      : undefined,
)
