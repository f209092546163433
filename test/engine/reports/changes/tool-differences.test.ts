import { expect, it } from 'vitest'
import type { ScannedTool } from '../../../../src/engine/model/scanned-tool.ts'
import { maxToolReaches } from '../../../../src/engine/model/tool-reaches.ts'
import { needsReview } from '../../../../src/engine/reports/changes/project-changes.ts'
import { toolDifferences } from '../../../../src/engine/reports/changes/tool-differences.ts'

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
const place = { path: 'src/index.ts', line: 1 }

it('lists added tools with what they can do, and removed ones', () => {
  const base = [tool({}), tool({ name: 'old' })]
  const head = [tool({}), tool({ name: 'run', capabilities: ['executes-commands', 'writes-files'] })]
  expect(toolDifferences(base, head)).toEqual([
    { kind: 'removed', what: 'tool', name: 'old', capabilities: [], isWidened: false, differences: [] },
    {
      kind: 'added',
      what: 'tool',
      name: 'run',
      place,
      capabilities: ['executes-commands', 'writes-files'],
      isWidened: false,
      differences: [],
    },
  ])
  expect(toolDifferences(base, head).map(needsReview)).toEqual([false, true])
})

it('lists new capabilities, wider parameters, descriptions, and claims', () => {
  const base = [
    tool({
      description: 'Reads.',
      annotations: { readOnlyHint: true },
      parameters: [{ name: 'path', required: true }, { name: 'mode', enum: ['text'] }, { name: 'gone' }],
    }),
  ]
  const head = [
    tool({
      description: 'Reads and sends.',
      annotations: { readOnlyHint: false },
      isOpen: true,
      capabilities: ['reads-files', 'network-egress'],
      parameters: [{ name: 'path', required: false }, { name: 'mode', enum: ['text', 'binary'] }, { name: 'to' }],
    }),
  ]
  expect(toolDifferences(base, head)).toEqual([
    {
      kind: 'changed',
      what: 'tool',
      name: 'read_file',
      place,
      capabilities: ['network-egress'],
      isWidened: true,
      differences: [
        'has the new parameter to',
        'no longer requires the parameter path',
        'accepts more values for the parameter mode',
        'accepts additional parameters',
        'no longer has the parameter gone',
        'changes readOnlyHint from true to false',
      ],
      description: { before: 'Reads.', after: 'Reads and sends.' },
    },
  ])
})

it('is empty for tools that only moved', () => {
  expect(toolDifferences([tool({})], [tool({ path: 'src/other.ts', line: 90 })])).toEqual([])
})

it('separates a tool and a prompt of one name', () => {
  expect(toolDifferences([tool({})], [tool({}), tool({ kind: 'prompt', capabilities: [] })])).toMatchObject([
    { kind: 'added', what: 'prompt', name: 'read_file', capabilities: [] },
  ])
})

it('lists parameters with another description, where both definitions have a hash', () => {
  const [old, now] = ['Where', 'Where, and what else was said'].map((description, index) =>
    tool({ parameters: [{ name: 'path', description }], definitionHash: `${index}`.repeat(64) }),
  )
  expect(old && now && toolDifferences([old], [now])).toMatchObject([
    { kind: 'changed', isWidened: false, differences: ['has another definition of the parameter path'] },
  ])
  const { definitionHash: _hash, ...before } = old ?? tool({})
  expect(now && toolDifferences([before], [now])).toEqual([])
})

const at = (name: string, line = 7) => ({ name, path: 'src/http.ts', line })

it('lists hosts and environment secrets that the base does not have', () => {
  const base = [tool({ destinations: [at('api.example.com')], environmentSecrets: [] })]
  const moved = tool({ destinations: [at('api.example.com', 90)], environmentSecrets: [] })
  const head = tool({
    destinations: [at('api.example.com', 90), at('evil.example')],
    environmentSecrets: [at('GITHUB_TOKEN')],
  })
  expect(toolDifferences(base, [moved])).toEqual([])
  const [difference] = toolDifferences(base, [head])
  expect(difference).toMatchObject({
    kind: 'changed',
    destinations: [at('evil.example')],
    secrets: [at('GITHUB_TOKEN')],
    isWidened: true,
    differences: [],
  })
  expect(difference && needsReview(difference)).toBe(true)
  // If the host of the base is missing, nothing is new.
  expect(toolDifferences([head], base)).toEqual([])
})

it('lists all hosts and environment secrets of an added tool', () => {
  const added = tool({ name: 'send', destinations: [at('api.example.com')], environmentSecrets: [at('API_KEY')] })
  const [difference] = toolDifferences([], [added])
  expect(difference).toMatchObject({ kind: 'added', destinations: [at('api.example.com')], secrets: [at('API_KEY')] })
})

const unknown = 'has code in which Assay could not list all hosts and environment secrets'

it('claims no new host or secret if the base was scanned before they were recorded, and reports a missing list', () => {
  const head = tool({ destinations: [at('evil.example')], environmentSecrets: [at('GITHUB_TOKEN')] })
  expect(toolDifferences([tool({})], [head])).toEqual([])
  const [difference] = toolDifferences([head], [tool({})])
  expect(difference?.differences).toEqual([unknown])
  expect(difference && needsReview(difference)).toBe(true)
})

const full = Array.from({ length: maxToolReaches }, (_, index) => at(`b${String(index).padStart(2, '0')}.example`))
const compared = (before: ScannedTool['destinations'], after: ScannedTool['destinations']) => {
  const [difference] = toolDifferences(
    [tool({ destinations: before, environmentSecrets: [] })],
    [tool({ destinations: after, environmentSecrets: [] })],
  )
  return (
    difference && [difference.destinations?.map(({ name }) => name), difference.differences, needsReview(difference)]
  )
}

it('reports that others may be new if a list is full', () => {
  // The head also contains `zz-evil.example`, but the full list omits it.
  expect(compared(full.slice(1), [at('a-cdn.example'), ...full.slice(1)])).toEqual([['a-cdn.example'], [unknown], true])
  expect(compared(full, full)).toEqual([undefined, [unknown], true])
  // The base may contain it after its last listed name.
  expect(compared(full, [at('zz.example')])).toEqual([undefined, [unknown], true])
})

it('lists hosts that sort before the last one of a full list, and nothing if all of the head are in it', () => {
  expect(compared(full, [at('a.example'), ...full.slice(5)])).toEqual([['a.example'], [], true])
  expect(compared(full, full.slice(1))).toBeUndefined()
})

it('reports that hosts of an added tool may be missing, and not of one that a manifest declares', () => {
  const added = (fields: Partial<ScannedTool>) =>
    toolDifferences([], [tool({ capabilities: [], ...fields })]).map((difference) => [
      difference.differences,
      needsReview(difference),
    ])
  expect(added({ ownCapabilities: [] })).toEqual([[[unknown], true]])
  expect(added({ ownCapabilities: [], destinations: full, environmentSecrets: [] })).toEqual([[[unknown], true]])
  expect(added({ ownCapabilities: [], destinations: [], environmentSecrets: [] })).toEqual([[[], false]])
  expect(added({})).toEqual([[[], false]])
})
