import { describe, expect, it } from 'vitest'
import type { DetectionCase } from '../../bench/detection/case.ts'
import { judgeServer } from '../../bench/detection/benign-notes.ts'
import { figuresOf } from '../../bench/detection/figures.ts'
import { judgeCase } from '../../bench/detection/judge.ts'
import type { UnfinishedDetector, VersionOutcome } from '../../bench/detection/scan-tree.ts'
import type { DetectedFinding } from '../../src/engine/model/finding-record.ts'
import { detectedFinding } from '../support/findings.ts'

const somewhere = { kind: 'missing', reason: 'made up' } as const
const subject: DetectionCase = {
  id: 'made-up',
  set: 'cases',
  ecosystem: 'npm',
  class: 'path-traversal',
  cwe: 'CWE-22',
  tier: 'A-direct-flow',
  sink: { file: 'src/files.ts', line: 40 },
  silence: 'expected',
  vulnerable: somewhere,
  fixed: somewhere,
  isBuiltDifferently: false,
}
const rules = [
  { id: 'path-traversal', cwe: ['CWE-22'] },
  { id: 'command-injection', cwe: ['CWE-78'] },
]
const traversal = (parts: Partial<DetectedFinding> = {}) =>
  detectedFinding({
    ruleId: 'path-traversal',
    category: 'code',
    cwe: ['CWE-22'],
    location: { path: 'src/files.ts', startLine: 41 },
    ...parts,
  })
const shell = detectedFinding({
  ruleId: 'command-injection',
  category: 'code',
  cwe: ['CWE-78'],
  location: { path: 'src/files.ts', startLine: 40 },
})
const scanned = (
  findings: readonly DetectedFinding[],
  more: { unfinished?: readonly UnfinishedDetector[]; unread?: readonly { path: string; reason: string }[] } = {},
): VersionOutcome => ({ findings, unfinished: [], unread: [], ms: 1, ...more })
const judge = (vulnerable: VersionOutcome, fixed: VersionOutcome, parts: Partial<DetectionCase> = {}) =>
  judgeCase({ ...subject, ...parts }, { vulnerable, fixed, rules })

describe('a case', () => {
  it('is caught by a finding of its class at the file of the sink, and told apart by silence on the fix', () => {
    const judged = judge(scanned([shell, traversal()]), scanned([shell]))
    expect(judged).toMatchObject({
      caught: { rule: 'path-traversal', file: 'src/files.ts', line: 41 },
      inFile: 'silent',
      anywhere: 'silent',
      problems: [],
    })
  })

  it('is missed by a finding of another class there, and by one of its class in another file', () => {
    expect(judge(scanned([shell]), scanned([])).caught).toBeUndefined()
    expect(
      judge(scanned([traversal({ location: { path: 'src/other.ts', startLine: 40 } })]), scanned([])).caught,
    ).toBeUndefined()
  })

  it('is caught where the data passes the file of the sink, but not where it only came from there', () => {
    const away = { path: 'src/other.ts', startLine: 3 }
    const step = (path: string, line: number) => ({ path, line, message: 'goes on' })
    expect(
      judge(
        scanned([
          traversal({
            location: away,
            trace: [step('src/tool.ts', 1), step('src/files.ts', 38), step('src/other.ts', 3)],
          }),
        ]),
        scanned([]),
      ).caught,
    ).toMatchObject({ file: 'src/other.ts' })
    expect(
      judge(
        scanned([traversal({ location: away, trace: [step('src/files.ts', 1), step('src/other.ts', 3)] })]),
        scanned([]),
      ).caught,
    ).toBeUndefined()
  })

  it('names the finding that is nearest to the sink, and how far away that is', () => {
    expect(
      judge(
        scanned([
          traversal({ location: { path: 'src/files.ts', startLine: 200 } }),
          traversal(),
          traversal({ location: { path: 'src/files.ts', startLine: 1 } }),
        ]),
        scanned([]),
      ),
    ).toMatchObject({ caught: { line: 41 }, linesAway: 1 })
    expect(
      judge(
        scanned([
          traversal({
            location: { path: 'src/other.ts', startLine: 40 },
            trace: [
              { path: 'src/tool.ts', line: 40, message: 'comes in' },
              { path: 'src/files.ts', line: 90, message: 'goes on' },
            ],
          }),
        ]),
        scanned([]),
      ).linesAway,
    ).toBe(50)
  })

  it(
    'counts a rule of the family and a rule with the weakness of the advisory, but nothing that is only worth ' +
      'knowing',
    () => {
      expect(
        judge(scanned([traversal({ ruleId: 'path-traversal-in-archive', cwe: [] })]), scanned([])).caught,
      ).toBeDefined()
      expect(
        judge(scanned([traversal({ ruleId: 'listing', cwe: ['CWE-548'] })]), scanned([]), { cwe: 'CWE-548' }).caught,
      ).toBeDefined()
      expect(judge(scanned([traversal({ ruleId: 'listing', cwe: ['CWE-548'] })]), scanned([])).caught).toBeUndefined()
      expect(judge(scanned([traversal({ severity: 'info' })]), scanned([])).caught).toBeUndefined()
    },
  )

  it('does not count an advisory of a dependency', () => {
    expect(
      judge(
        scanned([traversal({ advisory: { id: 'GHSA-made-up', aliases: [], url: 'https://advisories.example/1' } })]),
        scanned([]),
      ).caught,
    ).toBeUndefined()
  })
})

describe('findings of low precision', () => {
  const undecided = traversal({
    precision: 'low',
    guard: { path: 'src/files.ts', line: 12, outcome: 'undecided', reason: 'why' },
  })

  it('neither catch a flaw nor break the silence', () => {
    const judged = judge(scanned([traversal({ precision: 'low' })]), scanned([traversal({ precision: 'low' })]))
    expect(judged).toMatchObject({ inFile: 'silent', anywhere: 'silent', noise: [], noiseElsewhere: [] })
    expect(judged.caught).toBeUndefined()
    expect(judged.undecided).toEqual({ vulnerable: [], fixed: [] })
  })

  it('are listed apart behind a guard that could not be judged', () => {
    const judged = judge(scanned([undecided]), scanned([undecided]))
    expect(judged.caught).toBeUndefined()
    expect(judged).toMatchObject({
      inFile: 'silent',
      undecided: { vulnerable: [{ line: 41 }], fixed: [{ line: 41 }] },
    })
    expect(figuresOf([judged])[0]).toMatchObject({
      caught: { hits: 0, of: 1 },
      toldApart: { hits: 0, of: 1 },
      undecided: { hits: 1, of: 1 },
      undecidedFix: { hits: 1, of: 1 },
    })
  })

  it('are no find of a rule beside a certain one, and no finding of a popular server', () => {
    const judged = judge(scanned([traversal({ precision: 'medium' }), undecided]), scanned([]))
    expect(judged.caught).toMatchObject({ line: 41 })
    expect(figuresOf([judged])[0]).toMatchObject({ caught: { hits: 1, of: 1 }, undecided: { hits: 0, of: 1 } })
    const server = { package: 'made-up', version: '1.0.0', ecosystem: 'npm' } as const
    expect(
      judgeServer(
        server,
        scanned([undecided, traversal({ severity: 'high', precision: 'low' }), traversal({ severity: 'high' })]),
        [],
      ),
    ).toMatchObject({ findings: [{ severity: 'high' }], lower: 1, undecided: 1 })
  })
})

describe('the fix of a case', () => {
  it('is noisy with a finding of the class at the file of the sink', () => {
    expect(
      judge(scanned([traversal()]), scanned([traversal({ location: { path: 'src/files.ts', startLine: 90 } })])),
    ).toMatchObject({ inFile: 'noisy', anywhere: 'noisy', noise: [{ line: 90 }] })
  })

  it('is silent at the file and noisy anywhere with one elsewhere', () => {
    expect(
      judge(scanned([]), scanned([traversal({ location: { path: 'src/other.ts', startLine: 5 } })])),
    ).toMatchObject({ inFile: 'silent', anywhere: 'noisy', noise: [], noiseElsewhere: [{ file: 'src/other.ts' }] })
  })

  it('earns nothing by silence when it could not be had', () => {
    expect(judge(scanned([traversal()]), { failure: 'not obtained: no mirror' })).toMatchObject({
      inFile: 'unknown',
      anywhere: 'unknown',
      problems: ['fixed: not obtained: no mirror'],
    })
  })

  it(
    'earns nothing by silence when the detector of the class did not come to its end, or the file was not ' +
      'understood',
    () => {
      const failed = { id: 'flows', rules: ['path-traversal'], reason: 'flows timed-out: no time' }
      expect(judge(scanned([]), scanned([], { unfinished: [failed] })).inFile).toBe('unknown')
      expect(
        judge(scanned([]), scanned([], { unfinished: [{ ...failed, rules: ['command-injection'] }] })).inFile,
      ).toBe('silent')
      expect(
        judge(scanned([]), scanned([], { unread: [{ path: 'src/files.ts', reason: 'it is no TypeScript' }] })).inFile,
      ).toBe('unknown')
      expect(
        judge(scanned([]), scanned([], { unread: [{ path: 'src/other.ts', reason: 'it is no TypeScript' }] })).inFile,
      ).toBe('silent')
    },
  )

  it('earns nothing by silence where no rule answers for the class', () => {
    expect(judge(scanned([]), scanned([]), { class: 'ssrf', cwe: 'CWE-918' })).toMatchObject({
      inFile: 'unknown',
      problems: ['no rule answers for the class'],
    })
  })

  it('is found under the name that it has when built, where the two versions are laid out differently', () => {
    const built = scanned([traversal({ location: { path: 'dist/files.js', startLine: 9 } })])
    expect(judge(scanned([]), built, { isBuiltDifferently: true }).inFile).toBe('noisy')
    expect(judge(scanned([]), built).inFile).toBe('silent')
  })

  it('is not judged if it does not exist', () => {
    expect(judge(scanned([traversal()]), { failure: 'not obtained' }, { silence: 'n/a' })).toMatchObject({
      inFile: 'not-judged',
      anywhere: 'not-judged',
      problems: [],
    })
  })
})

it('judges an unlisted class by the rule with its name, and reports that', () => {
  const judged = judgeCase(
    { ...subject, class: 'made-up-class', cwe: null },
    {
      vulnerable: scanned([traversal({ ruleId: 'made-up-class' })]),
      fixed: scanned([]),
      rules: [{ id: 'made-up-class', cwe: [] }],
    },
  )
  expect(judged).toMatchObject({
    caught: { rule: 'made-up-class' },
    inFile: 'silent',
    problems: [expect.stringContaining('made-up-class is not in classes.ts')],
  })
})
