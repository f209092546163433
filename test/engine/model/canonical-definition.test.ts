import { expect, it } from 'vitest'
import { canonicalDefinition, withDefinitionHash } from '../../../src/engine/model/canonical-definition.ts'
import type { ScannedTool } from '../../../src/engine/model/scanned-tool.ts'

const tool = (change: Partial<ScannedTool> = {}): ScannedTool => ({
  kind: 'tool',
  name: 'read',
  description: 'Reads “it”\n\u200b',
  path: 'src/a.ts',
  line: 3,
  parameters: [{ name: 'path', type: 'string', required: true }, { name: 'lines' }],
  annotations: { readOnlyHint: true, destructiveHint: false },
  capabilities: ['reads-files'],
  ...change,
})

it('is JSON as RFC 8785 writes it: members and parameters in their order, nothing between them', () => {
  expect(canonicalDefinition(tool())).toBe(
    '{"annotations":{"destructiveHint":false,"readOnlyHint":true},"description":"Reads ' +
      '“it”\\n\u200b","kind":"tool","name":"read","parameters":[{"name":"lines"},{"name":"path",' +
      '"required":true,"type":"string"}]}',
  )
})

it('is the same wherever it stands, whatever its code can do, and in whichever order it is written', () => {
  const moved = tool({
    path: 'dist/b.js',
    line: 90,
    capabilities: [],
    parameters: [{ name: 'lines' }, { type: 'string', required: true, name: 'path' }],
    annotations: { destructiveHint: false, readOnlyHint: true },
  })
  expect(withDefinitionHash(moved).definitionHash).toBe(withDefinitionHash(tool()).definitionHash)
})

it.each<[string, Partial<ScannedTool>]>([
  ['a character that nobody sees', { description: 'Reads “it”\n' }],
  [
    'the default of a parameter',
    {
      parameters: [
        { name: 'path', type: 'string', required: true },
        { name: 'lines', default: 'read ~/.ssh' },
      ],
    },
  ],
  ['an annotation', { annotations: { readOnlyHint: true, destructiveHint: true } }],
  ['the text of a prompt', { template: 'Do.' }],
  ['parameters beyond those that are named', { isOpen: true }],
])('is another one with %s changed', (_what, change) => {
  expect(withDefinitionHash(tool(change)).definitionHash).not.toBe(withDefinitionHash(tool()).definitionHash)
})

it('has a hash of 64 digits also for half a pair of surrogates', () => {
  expect(withDefinitionHash(tool({ description: '\ud800' })).definitionHash).toMatch(/^[0-9a-f]{64}$/)
})
