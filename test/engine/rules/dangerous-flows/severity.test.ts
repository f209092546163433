import { describe, expect, it } from 'vitest'
import { taintSourceKinds } from '../../../../src/engine/analysis/taint/sources/taint-source.ts'
import type { Flow } from '../../../../src/engine/analysis/flow.ts'
import { taintKinds } from '../../../../src/engine/analysis/taint-kind.ts'
import { findInFlows, flowOf } from './find-in-source.ts'

const flaw: Flow['flaws'][number] = {
  mistake: 'prefix-without-separator',
  path: 'src/paths.ts',
  line: 7,
}
const steps = (step: Pick<Flow['steps'][number], 'kind' | 'name'>): Flow['steps'] => [
  { path: 'a.ts', line: 1, column: 1, kind: 'source' },
  { path: 'a.ts', line: 2, column: 1, ...step },
  { path: 'a.ts', line: 3, column: 1, kind: 'sink' },
]
const severityIn = async (change: Partial<Flow>) => (await findInFlows([flowOf(change)]))[0]?.severity

describe('the severity of a flow', () => {
  it.each<[string, Partial<Flow>, string]>([
    ['a whole command', { isWhole: true }, 'critical'],
    ['a part of the text of a command', { isWhole: false, steps: steps({ kind: 'concatenation' }) }, 'critical'],
    ['a part of a list that is joined to a command', { isWhole: false, steps: steps({ kind: 'element' }) }, 'critical'],
    [
      'a part of a command that a call joins',
      { isWhole: false, steps: steps({ kind: 'call', name: 'join' }) },
      'critical',
    ],
    [
      'a command that another call makes of the value',
      { isWhole: false, steps: steps({ kind: 'call', name: 'build' }) },
      'high',
    ],
    ['a program by name', { kind: 'process' }, 'critical'],
    ['a part of the name of a program', { kind: 'process', isWhole: false }, 'high'],
    ['an argument of a program', { kind: 'argument' }, 'medium'],
    ['code', { kind: 'code' }, 'critical'],
    ['a serialized object', { kind: 'deserialization' }, 'critical'],
    ['a file that is read', { kind: 'path', effect: 'reads a file or folder' }, 'high'],
    [
      'a file that is read behind a guard that does not hold',
      { kind: 'path', effect: 'reads a file or folder', flaws: [flaw] },
      'high',
    ],
    ['a file with a constant extension that is read', { kind: 'path', suffix: '.json' }, 'medium'],
    [
      'a file with a constant extension that is written',
      { kind: 'path', suffix: '.json', action: 'write-file' },
      'high',
    ],
    ['a command that a request stores', { storedAt: { path: 'a.ts', line: 2, column: 1 } }, 'medium'],
    ['a file that the tool asks for', { kind: 'path', isDeclared: true, effect: 'reads a file or folder' }, 'medium'],
    [
      'a file that the tool asks for and writes',
      { kind: 'path', isDeclared: true, effect: 'writes a file or folder', action: 'write-file' },
      'medium',
    ],
    ['an address that the tool asks for', { kind: 'url', isDeclared: true }, 'medium'],
    ['what the tool asks for and opens', { kind: 'open', isDeclared: true }, 'medium'],
    ['markup that is asked for', { kind: 'html', isDeclared: true }, 'medium'],
    [
      'a file that is written behind a guard that does not hold',
      { kind: 'path', effect: 'writes a file or folder', action: 'write-file', flaws: [flaw] },
      'high',
    ],
    [
      'a file that is removed behind a guard that does not hold',
      { kind: 'path', effect: 'deletes a file or folder', action: 'write-file', flaws: [flaw] },
      'high',
    ],
    ['a whole address', { kind: 'url' }, 'high'],
    ['a part of an address', { kind: 'url', isWhole: false }, 'medium'],
    ['what is opened', { kind: 'open' }, 'high'],
    ['a query', { kind: 'query' }, 'high'],
    ['a query, where another tool runs any statement', { kind: 'query', isFreeElsewhere: true }, 'medium'],
    ['a template', { kind: 'template' }, 'high'],
    ['markup', { kind: 'html' }, 'medium'],
    ['a redirect', { kind: 'redirect' }, 'medium'],
    ['the environment', { kind: 'environment' }, 'medium'],
    ['a whole command, where callers were joined on the way', { isWhole: true, isCoarse: true }, 'high'],
    ['a whole command on a long path through joined callers', { isCoarse: true, isFarFetched: true }, 'low'],
    [
      'a file that is read, where callers were joined on the way',
      { kind: 'path', isCoarse: true, effect: 'reads a file or folder' },
      'medium',
    ],
  ])('of %s', async (_name, change, severity) => {
    expect(await severityIn(change)).toBe(severity)
  })

  it('is the same for all that callers of a server send', async () => {
    for (const entry of ['tool-argument', 'resource-uri', 'prompt-argument', 'http-request'] as const)
      expect(await severityIn({ entry }), entry).toBe('critical')
  })

  it(
    'is a step lower for what a remote server answers, but for what is opened, and low for addresses that it ' +
      'names',
    async () => {
      expect(await severityIn({ entry: 'remote-response' })).toBe('high')
      expect(await severityIn({ entry: 'remote-response', kind: 'html' })).toBe('low')
      expect(await severityIn({ entry: 'remote-response', kind: 'open' })).toBe('high')
      expect(await severityIn({ entry: 'remote-response', kind: 'url' })).toBe('low')
    },
  )

  it('is a step lower again for what a host answers that the program names itself, and at least low', async () => {
    const own = { entry: 'remote-response', ownHost: 'login.example' } as const
    expect(await severityIn(own)).toBe('medium')
    expect(await severityIn({ ...own, kind: 'open' })).toBe('medium')
    expect(await severityIn({ ...own, kind: 'query' })).toBe('low')
    expect(await severityIn({ ...own, kind: 'html' })).toBe('low')
    expect(await severityIn({ ...own, kind: 'url' })).toBe('low')
  })

  it('is low for input from the user who starts the program', async () => {
    expect(await severityIn({ entry: 'cli-argument' })).toBe('low')
    expect(await severityIn({ entry: 'cli-argument', kind: 'argument' })).toBe('low')
  })

  it('is at most medium for what another program or an earlier request says', async () => {
    expect(await severityIn({ entry: 'api-argument' })).toBe('medium')
    expect(await severityIn({ entry: 'stored-data' })).toBe('medium')
  })
})

describe('what is meant', () => {
  it('is no finding: a tool that is there to run commands', async () => {
    expect(await findInFlows([flowOf({ isPurpose: true })])).toEqual([])
  })

  it('is no finding: the file, address, program or module that somebody starts a program for', async () => {
    const kinds = (
      await Promise.all(
        taintKinds.map(async (kind) =>
          (await findInFlows([flowOf({ kind, entry: 'cli-argument' })])).length === 0 ? [kind] : [],
        ),
      )
    ).flat()
    expect(kinds).toEqual(['process', 'code', 'path', 'url', 'open', 'redirect'])
  })
})

describe('the precision of a flow', () => {
  const precisionIn = async (change: Partial<Flow>) => (await findInFlows([flowOf(change)]))[0]?.precision

  it('is high for what a registration names, into what an import names', async () => {
    const precisions = await Promise.all(
      taintSourceKinds.map(async (entry) => `${entry} ${await precisionIn({ entry })}`),
    )
    expect(precisions).toEqual([
      'tool-argument high',
      'resource-uri high',
      'prompt-argument high',
      'http-request high',
      'remote-response medium',
      'cli-argument medium',
      'api-argument low',
      'stored-data low',
    ])
  })

  it('is medium for a sink that is known by its name alone', async () => {
    expect(await precisionIn({ model: '.goto', kind: 'url' })).toBe('medium')
    expect(await precisionIn({ model: '.goto', kind: 'query', entry: 'cli-argument' })).toBe('medium')
  })
})
