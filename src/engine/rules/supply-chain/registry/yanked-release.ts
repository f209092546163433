import { z } from 'zod'
import { defineRegistryRule } from './registry-rule.ts'

export const yankedRelease = defineRegistryRule({
  document: {
    id: 'yanked-release',
    title: 'Yanked release: the publisher withdrew this version',
    category: 'supply-chain',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-1104'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: [],
    what: 'The Python package index marks this release as yanked. The rule uses metadata from the index.',
    why: 'Publishers yank releases that are broken, vulnerable, or published by an attacker.',
    remediation: 'Install another release.',
    examples: { bad: ['"yanked": "leaks tokens into logs"'], good: ['A release that is not yanked.'] },
  },
  arguments: z.object({ notice: z.string().optional() }),
  describe: ({ notice }) => ({
    title: 'Yanked release',
    message:
      notice === undefined
        ? 'The Python package index marks this release as yanked and gives no reason.'
        : `The Python package index marks this release as yanked: "${notice}"`,
  }),
  match: ({ yanked, deprecated }) =>
    yanked === true ? { arguments: deprecated === undefined ? {} : { notice: deprecated } } : undefined,
})
