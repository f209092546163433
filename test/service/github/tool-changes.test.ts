import { expect, it } from 'vitest'
import { toolChanges } from '../../../src/service/github/checks/tool-changes.ts'
import type { ScannedTool } from '../../../src/engine/model/scanned-tool.ts'

const tool = (fields: Partial<ScannedTool>): ScannedTool => ({
  kind: 'tool',
  name: 'read_file',
  path: 'src/index.ts',
  line: 1,
  parameters: [{ name: 'path' }],
  annotations: {},
  capabilities: ['reads-files'],
  ...fields,
})

it('tells which tools came, with what they can do, and which went', () => {
  const base = [tool({}), tool({ name: 'old' })]
  const head = [tool({}), tool({ name: 'run', capabilities: ['executes-commands', 'writes-files'] })]
  expect(toolChanges(base, head)).toEqual([
    { kind: 'removed', name: 'old', detail: 'tool' },
    { kind: 'added', name: 'run', detail: 'tool, executes commands and writes files' },
  ])
})

it('tells new capabilities first, then parameters, descriptions and claims', () => {
  const base = [tool({ description: 'Reads.', annotations: { readOnlyHint: true } })]
  const head = [
    tool({
      description: 'Reads and sends.',
      annotations: { readOnlyHint: false },
      capabilities: ['reads-files', 'network-egress'],
      parameters: [{ name: 'path' }, { name: 'to' }],
    }),
  ]
  expect(toolChanges(base, head)).toEqual([
    {
      kind: 'changed',
      name: 'read_file',
      detail: 'tool: now accesses the network; new parameters: to; description changed; readOnlyHint true → false',
    },
  ])
})

it('says nothing of tools that only moved', () => {
  expect(toolChanges([tool({})], [tool({ path: 'src/other.ts', line: 90 })])).toEqual([])
})

it('tells a tool and a prompt of one name apart', () => {
  expect(toolChanges([tool({})], [tool({}), tool({ kind: 'prompt', capabilities: [] })])).toEqual([
    { kind: 'added', name: 'read_file', detail: 'prompt' },
  ])
})

it('tells parameters of which models are told something else, where both definitions have a hash', () => {
  const [old, now] = ['Where', 'Where, and what else was said'].map((description, index) =>
    tool({ parameters: [{ name: 'path', description }], definitionHash: `${index}`.repeat(64) }),
  )
  expect(old && now && toolChanges([old], [now])).toEqual([
    { kind: 'changed', name: 'read_file', detail: 'tool: changed parameters: path' },
  ])
  const { definitionHash: _hash, ...before } = old ?? tool({})
  expect(now && toolChanges([before], [now])).toEqual([])
})
