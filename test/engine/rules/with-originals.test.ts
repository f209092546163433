import { describe, expect, it } from 'vitest'
import { noFlows } from '../../../src/engine/analysis/flow.ts'
import type { Detector } from '../../../src/engine/rules/detector.ts'
import type { FoundFinding } from '../../../src/engine/rules/found-finding.ts'
import { runDetectors } from '../../../src/engine/rules/run-detectors.ts'
import type { FilePlace } from '../../../src/engine/rules/with-originals.ts'
import { projectSnapshot } from '../inventory/project-snapshot.ts'
import { inventSecret } from './corpus/invent-secret.ts'

const path = 'dist/index.js'
const found: FoundFinding = {
  ruleId: 'command-injection',
  title: 'runs it',
  message: 'runs it',
  severity: 'critical',
  precision: 'high',
  category: 'code',
  cwe: [],
  owaspMcp: [],
  fingerprint: 'f1',
  remediation: '',
  location: { path, startLine: 1, startColumn: 900, snippet: 'exec(a)' },
  trace: [
    { path, line: 1, column: 20, message: 'comes in' },
    { path: 'lib/other.js', line: 3, message: 'goes on' },
    { path, line: 1, column: 900, message: 'is run' },
  ],
}

function told(finding: FoundFinding | FoundFinding[], findOriginals?: Parameters<typeof runDetectors>[3]) {
  const detector: Detector = { id: 'dangerous-flows', rules: [], reads: () => false, detect: () => [finding].flat() }
  return runDetectors(
    {
      snapshot: projectSnapshot({}),
      components: [],
      advisoryMatches: [],
      flows: noFlows,
      signal: new AbortController().signal,
    },
    [detector],
    undefined,
    findOriginals,
  )
}

describe('a finding in a built file', () => {
  it('has the originals of its place and of each step, and nothing else of it changes', async () => {
    const asked: FilePlace[] = []
    const {
      findings: [with_],
    } = await told(found, (places) => {
      asked.push(...places)
      return Promise.resolve(
        places.map(({ path: one, column }) => (one === path ? { path: 'src/run.ts', line: column ?? 0 } : undefined)),
      )
    })
    expect(asked).toEqual([
      { path, line: 1, column: 900 },
      { path, line: 1, column: 20 },
      { path: 'lib/other.js', line: 3, column: undefined },
    ])
    const {
      findings: [without],
      coverage,
    } = await told(found)
    expect(without).toEqual({
      ...found,
      trace: [
        { path, line: 1, message: 'comes in' },
        { path: 'lib/other.js', line: 3, message: 'goes on' },
        { path, line: 1, message: 'is run' },
      ],
    })
    expect(with_).toEqual({
      ...without,
      location: { ...found.location, original: { path: 'src/run.ts', line: 900 } },
      trace: [
        { path, line: 1, message: 'comes in', original: { path: 'src/run.ts', line: 20 } },
        { path: 'lib/other.js', line: 3, message: 'goes on' },
        { path, line: 1, message: 'is run', original: { path: 'src/run.ts', line: 900 } },
      ],
    })
    expect(coverage[0]?.status).toBe('succeeded')
  })

  it(
    'is looked up with its steps once, the places of all before the steps of any, those of the worst first, ' +
      'and nothing that nobody builds',
    async () => {
      const asked: string[] = []
      const one = (severity: FoundFinding['severity'], name: string): FoundFinding => ({
        ...found,
        severity,
        location: { path: name, startLine: 1 },
        trace: ['first', 'second', 'first'].map((step) => ({ path: `${name}.${step}.js`, line: 1, message: step })),
      })
      const findings = [
        one('low', 'low.js'),
        one('critical', 'worst.js'),
        one('low', 'low.js'),
        one('high', 'server.py'),
      ]
      const { findings: with_ } = await told(findings, (places) => {
        asked.push(...places.map((place) => place.path))
        return Promise.resolve(places.map(() => ({ path: 'src/a.ts', line: 1 })))
      })
      expect(asked).toEqual([
        'worst.js',
        'low.js',
        'worst.js.first.js',
        'worst.js.second.js',
        'server.py.first.js',
        'server.py.second.js',
        'low.js.first.js',
        'low.js.second.js',
      ])
      expect(with_.map(({ location }) => location?.original?.path)).toEqual([
        'src/a.ts',
        'src/a.ts',
        'src/a.ts',
        undefined,
      ])
    },
  )

  it('keeps the original that was found when it comes again beyond a bound', async () => {
    const { findings } = await told([found, found, found], (places) =>
      Promise.resolve(places.map((_, index) => (index < 2 ? { path: 'src/a.ts', line: 1 } : undefined))),
    )
    expect(findings.map(({ location }) => location?.original?.path)).toEqual(['src/a.ts', 'src/a.ts', 'src/a.ts'])
  })

  it('lets other work have its turn when there are many', async () => {
    const steps = Array.from({ length: 50 }, (_, index) => ({
      path: `dist/${index}.js`,
      line: index + 1,
      message: 'goes on',
    }))
    let turns = 0
    const turning = setInterval(() => (turns += 1), 0)
    await told(
      Array.from({ length: 2_000 }, (_, index) => ({ ...found, fingerprint: `f${index}`, trace: steps })),
      (places) => Promise.resolve(places.map(() => undefined)),
    )
    clearInterval(turning)
    expect(turns).toBeGreaterThan(3)
  })

  it('shows no secret that a map calls a source', async () => {
    const token = inventSecret('github-token', 'in a map')
    const { findings } = await told(found, (places) =>
      Promise.resolve(places.map(() => ({ path: `src/${token}.ts`, line: 1 }))),
    )
    expect(JSON.stringify(findings).match(/"original":\{"path":"src\//g)).toHaveLength(4)
    expect(JSON.stringify(findings)).not.toContain(token.slice(0, 12))
  })
})
