import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseOfRecord } from '../../bench/detection/case.ts'
import { readRecordFile } from '../../bench/detection/case-file.ts'
import { detect, type DetectionOutcome } from '../../bench/detection/detect.ts'
import { figuresOf } from '../../bench/detection/figures.ts'
import type { PackageReach } from '../../bench/detection/package-cache.ts'
import { readPairs } from '../../bench/detection/pair-folders.ts'
import { benignLines, caseLines, figuresTable } from '../../bench/detection/report.ts'
import { resultsOf } from '../../bench/detection/results.ts'
import type { Detector } from '../../src/engine/rules/detector.ts'
import { parseAllowedNetworks } from '../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../src/engine/net/http-network.ts'
import { createNpmRegistry } from '../../src/engine/sources/package-registries/npm-registry.ts'
import { createPypiIndex } from '../../src/engine/sources/package-registries/pypi-index.ts'
import { detectedFinding } from '../support/findings.ts'
import { type NpmStandIn, startNpmStandIn } from '../support/npm-stand-in.ts'
import { type PypiStandIn, startPypiStandIn } from '../support/pypi-stand-in.ts'
import { testIsolation } from '../support/test-isolation.ts'

/** Reports code injection for every `eval(`: enough of an engine to test the evaluation. */
const evalDetector: Detector = {
  id: 'made-up-flows',
  rules: [
    {
      id: 'code-injection',
      title: 'Code',
      category: 'code',
      severity: 'high',
      precision: 'high',
      cwe: ['CWE-95'],
      owaspMcp: [],
      safeMcp: [],
      what: '',
      why: '',
      remediation: '',
      examples: { bad: ['eval(x)'], good: ['x'] },
      render: () => undefined,
      find: () => [],
    },
  ],
  reads: (path) => /\.(?:js|py)$/.test(path),
  *detect({ snapshot }) {
    for (const file of snapshot.files.values()) {
      if (file.path === 'poison.js') throw new Error('this file stops the detector')
      for (const [index, text] of file.content.toString().split('\n').entries()) {
        if (text.includes('eval('))
          yield detectedFinding({
            ruleId: 'code-injection',
            title: 'Code is evaluated',
            category: 'code',
            severity: 'high',
            cwe: ['CWE-95'],
            location: { path: file.path, startLine: index + 1 },
          })
      }
    }
  },
}

const unsafe = 'export function run(text) {\n  return eval(text)\n}\n'
const safe = 'export function run(text) {\n  return JSON.parse(text)\n}\n'
const record = {
  ecosystem: 'npm',
  package: 'told-apart',
  vulnerable_version: '1.0.0',
  fixed_version: '1.0.1',
  class: 'code-injection',
  cwe: 'CWE-95',
  tier: 'A-direct-flow',
  sink_file: 'run.js',
  sink_line: 2,
  fixed_silence: 'expected',
  artifact: 'npm',
}
const git = { repo: 'https://git.example/owner/name', vuln_commit: 'a'.repeat(40), fixed_commit: 'b'.repeat(40) }
const records = [
  { ...record, id: 'told-apart' },
  { ...record, id: 'always-noisy', package: 'always-noisy', fixed_silence: 'arguable' },
  {
    ...record,
    id: 'unfixed',
    package: 'told-apart',
    fixed_version: null,
    fixed_silence: 'n/a',
    tier: 'B-flawed-guard',
  },
  { ...record, id: 'not-there', package: 'not-there' },
  { ...record, id: 'in-git', artifact: 'git', git },
  { ...record, id: 'in-python', ecosystem: 'pypi', package: 'snake', artifact: 'pypi', sink_file: 'snake/run.py' },
  { ...record, id: 'stops-the-detector', package: 'poisoned' },
]
const benign = [
  { package: 'popular', version: '2.0.0', ecosystem: 'npm' },
  { package: 'popular-snake', version: null, ecosystem: 'pypi' },
  { package: 'gone', version: '1.0.0', ecosystem: 'npm' },
]

let npm: NpmStandIn
let pypi: PypiStandIn
let folder: string
let reach: PackageReach

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-detection-'))
  npm = await startNpmStandIn({
    'told-apart@1.0.0': { files: { 'run.js': unsafe } },
    'told-apart@1.0.1': { files: { 'run.js': safe } },
    'always-noisy@1.0.0': { files: { 'run.js': unsafe } },
    'always-noisy@1.0.1': { files: { 'run.js': unsafe } },
    'poisoned@1.0.0': { files: { 'run.js': unsafe } },
    'poisoned@1.0.1': { files: { 'poison.js': '1\n', 'run.js': safe } },
    'popular@2.0.0': { files: { 'run.js': unsafe, 'other.js': `// first\n${unsafe}` } },
  })
  pypi = await startPypiStandIn({
    'snake@1.0.0': { files: { 'snake/run.py': 'def run(text):\n    return eval(text)\n' } },
    'snake@1.0.1': { files: { 'snake/run.py': 'def run(text):\n    return int(text)\n' } },
    'popular-snake@3.0.0': {},
  })
  const network = createNetwork({ allowedNetworks: parseAllowedNetworks('upstream=127.0.0.0/8,source=127.0.0.0/8') })
  reach = {
    npmRegistry: createNpmRegistry({ network, registry: npm.url }),
    pypiIndex: createPypiIndex({ network, index: pypi.url }),
  }
  write('cases.json', JSON.stringify(records))
  write('benign.json', JSON.stringify(benign))
  write('trees/in-git/vulnerable/run.js', unsafe)
  write('trees/in-git/fixed/run.js', safe)
  write(
    'pairs/javascript/twins/pair.json',
    JSON.stringify({
      id: 'twins',
      title: 'Twins',
      class: 'code-injection',
      ecosystem: 'npm',
      sink: { file: 'src/run.js', line: 2 },
      why: 'One evaluates.',
      tier: 'flawed-guard',
    }),
  )
  write('pairs/javascript/twins/vulnerable/src/run.js', unsafe)
  write('pairs/javascript/twins/safe/src/run.js', safe)
  write('pairs/javascript/broken/pair.json', '{"id": "broken"}')
})

afterAll(async () => {
  await npm[Symbol.asyncDispose]()
  await pypi[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

function detectAll(packages: () => PackageReach): Promise<DetectionOutcome> {
  const files = [readRecordFile(join(folder, 'cases.json')), readRecordFile(join(folder, 'benign.json'))]
  const cases = [
    ...files.flatMap((file) => file.cases).map((one) => caseOfRecord(one, join(folder, 'trees'))),
    ...readPairs(join(folder, 'pairs')).cases,
  ]
  const notes = [{ rule: 'code-injection', file: 'run.js', line: 2, why: 'The server is a calculator.' }]
  return detect(
    {
      isolation: testIsolation(),
      detectors: [evalDetector],
      cache: { folder: join(folder, 'cache'), reach: packages },
      signal: AbortSignal.timeout(60_000),
    },
    { cases, benign: files.flatMap((file) => file.benign), notes },
  )
}

describe('the bench of detection', () => {
  let outcome: DetectionOutcome
  beforeAll(async () => {
    outcome = await detectAll(() => reach)
  }, 60_000)
  const judged = (id: string) => outcome.cases.find((one) => one.case.id === id)

  it('tells versions apart from npm, an index of Python, prepared trees, and our own pairs', () => {
    for (const id of ['told-apart', 'in-python', 'in-git', 'twins'])
      expect(judged(id), id).toMatchObject({
        caught: { rule: 'code-injection', line: 2 },
        inFile: 'silent',
        anywhere: 'silent',
        problems: [],
      })
  })

  it('names a fix with a finding', () => {
    expect(judged('always-noisy')).toMatchObject({ inFile: 'noisy', noise: [{ file: 'run.js', line: 2 }] })
  })

  it('names what could not be obtained, and counts it as missed and not silent', () => {
    expect(judged('not-there')).toMatchObject({
      caught: undefined,
      inFile: 'unknown',
      problems: [
        expect.stringContaining('vulnerable: not obtained: The npm package not-there'),
        expect.stringContaining('fixed: not obtained'),
      ],
    })
  })

  it('gives no silence to a detector that failed', () => {
    expect(judged('stops-the-detector')).toMatchObject({
      caught: { file: 'run.js' },
      inFile: 'unknown',
      problems: [expect.stringContaining('this file stops the detector')],
    })
  })

  it('counts of how many, by set and group', () => {
    const figures = figuresOf(outcome.cases.filter((one) => one.case.set === 'cases'))
    const group = (name: string) => figures.find((one) => one.group === name)
    expect(group('all')).toEqual({
      group: 'all',
      caught: { hits: 6, of: 7 },
      caughtNear: { hits: 6, of: 7 },
      silent: { hits: 3, of: 5 },
      silentAnywhere: { hits: 3, of: 5 },
      silentArguable: { hits: 0, of: 1 },
      toldApart: { hits: 3, of: 5 },
      undecided: { hits: 0, of: 7 },
      undecidedFix: { hits: 0, of: 5 },
    })
    expect(group('tier B-flawed-guard, npm')).toMatchObject({ caught: { hits: 1, of: 1 }, silent: { hits: 0, of: 0 } })
    expect(group('ecosystem pypi')).toMatchObject({ caught: { hits: 1, of: 1 }, silent: { hits: 1, of: 1 } })
    expect(group('rule code-injection')).toMatchObject({ caught: { hits: 6, of: 7 } })
  })

  it(
    'lists every high finding of a popular server with the note that defends it, and servers that could not ' +
      'be had',
    () => {
      expect(
        outcome.benign.map(({ name, findings, isMissing }) => ({
          name,
          isMissing,
          findings: findings.map(({ file, line, why }) => ({ file, line, why })),
        })),
      ).toEqual([
        {
          name: 'popular@2.0.0',
          isMissing: false,
          findings: [
            { file: 'run.js', line: 2, why: 'The server is a calculator.' },
            { file: 'other.js', line: 3, why: undefined },
          ],
        },
        { name: 'popular-snake@latest', isMissing: false, findings: [] },
        { name: 'gone@1.0.0', isMissing: true, findings: [] },
      ])
      expect(benignLines(outcome.benign)).toContain(
        '2 high or critical in 2 of 3 servers, 1.00 per server; 1 of them defended',
      )
    },
  )

  it(
    'writes results in the shape of the other parts, with a line for each case and server, and no place of ' +
      'this machine',
    () => {
      const results = resultsOf(outcome)
      for (const result of results)
        expect(Object.keys(result)).toEqual(
          expect.arrayContaining(['measure', 'unit', 'n', 'median', 'p99', 'peer', 'peerMedian', 'ratio']),
        )
      expect(results.find(({ measure }) => measure === 'cases, tier A-direct-flow, npm: caught')).toMatchObject({
        n: 5,
        median: 0.8,
        peer: 'limit',
        peerMedian: 0.9,
        ratio: 0.8889,
        hits: 4,
        of: 5,
      })
      expect(results.find(({ measure }) => measure === 'pairs, all: told apart')).toMatchObject({ median: 1, ratio: 1 })
      expect(results.filter((result) => result.case)).toHaveLength(8)
      expect(results.filter((result) => result.server)).toHaveLength(3)
      expect(JSON.stringify(results)).not.toContain(folder)
    },
  )

  it('prints a line for each case, with what was found and why not all could be judged', () => {
    const lines = caseLines(outcome.cases)
    expect(lines).toMatch(
      /^caught {2}silent {12}told-apart {2}code-injection {2}A-direct-flow {2}code-injection \(high\) run\.js:2$/m,
    )
    expect(lines).toMatch(/^missed {2}unknown {11}not-there /m)
    expect(lines).toMatch(
      /^caught {2}noisy \(arguable\) {2}always-noisy .*\n {9}the fix: code-injection \(high\) run\.js:2$/m,
    )
    expect(figuresTable(outcome.cases)).toContain('│ tier A-direct-flow, npm')
  })

  it('needs no network for what it has, and says the same again', async () => {
    const asked = npm.requests.length + pypi.requests.length
    const known = {
      ...outcome,
      cases: outcome.cases.filter((one) => one.case.id !== 'not-there'),
      benign: outcome.benign.filter(({ isMissing }) => !isMissing),
    }
    const again = await detectAll(() => {
      throw new Error('the registries are not to be asked')
    })
    const comparable = {
      ...again,
      cases: again.cases.filter((one) => one.case.id !== 'not-there'),
      benign: again.benign.filter(({ isMissing }) => !isMissing),
    }
    expect(resultsOf(comparable)).toEqual(resultsOf(known))
    expect(npm.requests.length + pypi.requests.length).toBe(asked)
    expect(readFileSync(join(folder, 'cache/npm/told-apart@1.0.0.tgz')).subarray(0, 2)).toEqual(
      Buffer.from([0x1f, 0x8b]),
    )
  })

  it('names a pair whose description makes no sense, and judges the others', () => {
    expect(readPairs(join(folder, 'pairs'))).toMatchObject({
      cases: [{ id: 'twins', tier: 'B-flawed-guard' }],
      broken: [{ path: join(folder, 'pairs/javascript/broken/pair.json') }],
    })
  })

  it('refuses a case file with a path in a name', () => {
    write('bad.json', JSON.stringify([{ ...record, id: 'bad', package: '../bad' }]))
    expect(() => readRecordFile(join(folder, 'bad.json'))).toThrow(
      /bad\.json is no list of cases or servers[^]*package/,
    )
  })
})
