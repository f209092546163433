import { describe, expect, it } from 'vitest'
import type { DetectionCase } from '../../bench/detection/case.ts'
import { judgeCase } from '../../bench/detection/judge.ts'
import { keyOfLine, type VersionOutcome } from '../../bench/detection/scan-tree.ts'
import { sinkOriginalOf } from '../../bench/detection/sink-original.ts'
import type { DetectedFinding } from '../../src/engine/model/finding-record.ts'
import { detectedFinding } from '../support/findings.ts'

const somewhere = { kind: 'missing', reason: 'made up' } as const
const [sink, fix] = [
  { file: 'dist/index.js', line: 400 },
  { file: 'dist/index.js', line: 480 },
]
const subject: DetectionCase = {
  id: 'made-up',
  set: 'cases',
  ecosystem: 'npm',
  class: 'path-traversal',
  cwe: 'CWE-22',
  tier: 'A-direct-flow',
  sink,
  fix,
  silence: 'expected',
  vulnerable: somewhere,
  fixed: somewhere,
  isBuiltDifferently: false,
}
const rules = [{ id: 'path-traversal', cwe: ['CWE-22'] }]

/** A finding in the bundle, with the original source file of its location if that is known. */
const finding = (source?: string, line = 400, trace: DetectedFinding['trace'] = undefined) =>
  detectedFinding({
    ruleId: 'path-traversal',
    category: 'code',
    cwe: ['CWE-22'],
    location: {
      path: sink.file,
      startLine: line,
      ...(source !== undefined && { original: { path: source, line: 7 } }),
    },
    ...(trace && { trace }),
  })

/** The outcome of a version: its findings, and the original location of the requested line. */
function scanned(
  findings: readonly DetectedFinding[],
  map?: readonly [line: typeof sink, source: string],
): VersionOutcome {
  return {
    findings,
    unfinished: [],
    unread: [],
    ms: 1,
    ...(map && { originals: new Map([[keyOfLine(map[0]), { path: map[1], line: 7 }]]) }),
  }
}

function judged(vulnerable: VersionOutcome, fixed: VersionOutcome, isBySource = true) {
  return judgeCase(subject, {
    vulnerable,
    fixed,
    rules,
    original: isBySource ? sinkOriginalOf(subject, vulnerable, fixed) : undefined,
  })
}

describe('a case whose sink is in a bundle', () => {
  const withMap = (findings: readonly DetectedFinding[]) => scanned(findings, [sink, 'src/read.ts'])

  it('is evaluated by what was built from the source file of its sink', () => {
    const [vulnerable, fixed] = [withMap([finding('src/read.ts')]), scanned([finding('src/write.ts', 900)])]
    expect(judged(vulnerable, fixed)).toMatchObject({
      caught: { line: 400 },
      inFile: 'silent',
      anywhere: 'noisy',
      noise: [],
      noiseElsewhere: [{ line: 900 }],
    })
    expect(judged(vulnerable, fixed, false)).toMatchObject({ caught: { line: 400 }, inFile: 'noisy' })
  })

  it('is missed by what was built from another source file, as it is noisy by its own', () => {
    const [vulnerable, fixed] = [withMap([finding('src/write.ts')]), scanned([finding('src/read.ts')])]
    expect(judged(vulnerable, fixed)).toMatchObject({ caught: undefined, inFile: 'noisy' })
    expect(judged(vulnerable, fixed, false)).toMatchObject({ caught: { line: 400 }, inFile: 'noisy' })
  })

  it('is neither caught by an unknown location nor silent with one', () => {
    expect(judged(withMap([finding()]), scanned([finding()]))).toMatchObject({ caught: undefined, inFile: 'noisy' })
  })

  it('is caught and noisy where the data passes the source file on its way', () => {
    const step = (source: string) => ({
      path: sink.file,
      line: 3,
      message: 'goes on',
      original: { path: source, line: 3 },
    })
    const through = finding('src/write.ts', 900, [step('src/tool.ts'), step('src/read.ts'), step('src/write.ts')])
    expect(judged(withMap([through]), scanned([through]))).toMatchObject({ caught: { line: 900 }, inFile: 'noisy' })
    const from = finding('src/write.ts', 900, [step('src/read.ts'), step('src/write.ts')])
    expect(judged(withMap([from]), scanned([from]))).toMatchObject({ caught: undefined, inFile: 'silent' })
  })

  it(
    'takes the source file from the fix where the vulnerable version has no map: what it was caught by is ' +
      'then in the one file that is known',
    () => {
      const [vulnerable, fixed] = [scanned([finding()]), scanned([finding('src/write.ts', 900)], [fix, 'src/read.ts'])]
      expect(sinkOriginalOf(subject, vulnerable, fixed)).toEqual({ file: 'src/read.ts', isOfVulnerable: false })
      expect(judged(vulnerable, fixed)).toMatchObject({ caught: { line: 400 }, inFile: 'silent' })
      expect(judged(vulnerable, scanned([finding('src/read.ts', 900)], [fix, 'src/read.ts']))).toMatchObject({
        caught: { line: 400 },
        inFile: 'noisy',
      })
    },
  )

  it('is judged by the file of the package where no map says anything of its sink', () => {
    expect(sinkOriginalOf(subject, scanned([finding()]), scanned([]))).toBeUndefined()
    expect(
      sinkOriginalOf(
        { sink, fix: { file: 'dist/other.js', line: 1 } },
        scanned([]),
        scanned([], [{ file: 'dist/other.js', line: 1 }, 'src/other.ts']),
      ),
    ).toBeUndefined()
    expect(sinkOriginalOf({ sink }, { failure: 'not obtained' }, undefined)).toBeUndefined()
  })
})
