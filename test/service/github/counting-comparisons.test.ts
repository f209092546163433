import { describe, expect, it } from 'vitest'
import type { GithubComparison } from '../../../src/service/db/github/comparisons.ts'
import { countingComparisons, stateOfRun } from '../../../src/service/github/checks/counting-comparisons.ts'
import { pauseAfterRefusalMs, refusalPausesSeconds } from '../../../src/service/github/checks/refusal-schedule.ts'
import { type ComparedTexts, joinTexts } from '../../../src/engine/reports/check-run/joined-texts.ts'

const comparison = (id: string, parts: Partial<GithubComparison> = {}): GithubComparison => ({
  id,
  checkId: 'check',
  host: 'github.com',
  repositoryId: 1,
  key: id,
  cause: 'pull_request',
  pullNumber: 1,
  baseRef: 'main',
  baseSha: 'b',
  mergeBase: 'b',
  isFork: false,
  authorMayWrite: true,
  isQuiet: false,
  lifecycle: 'open',
  state: 'completed',
  endedBecause: null,
  baseScanId: null,
  headScanId: null,
  changedLines: null,
  isForced: false,
  baseMovedAt: null,
  missingSince: null,
  toldAt: new Date(0),
  startedAt: new Date(0),
  ...parts,
})
const push = comparison('push', { cause: 'push', pullNumber: null })
const created = comparison('created', { cause: 'push', pullNumber: null, baseSha: null })
const merged = comparison('merged', { lifecycle: 'merged' })
const moved = comparison('moved', { lifecycle: 'superseded' })
const closed = comparison('closed', { lifecycle: 'closed' })
const idsOf = (...comparisons: GithubComparison[]) => countingComparisons(comparisons).map(({ id }) => id)

describe('the comparisons that count', () => {
  it('are the open ones, and a push without a base only without these', () => {
    expect(idsOf(comparison('open'), push, created, merged, moved, closed)).toEqual(['open', 'push'])
    expect(idsOf(created, merged, closed)).toEqual(['created'])
  })

  it('are those of the past when no other is left, but none that was closed before it was done', () => {
    expect(idsOf(merged, moved, closed)).toEqual(['merged', 'moved', 'closed'])
    expect(idsOf({ ...closed, state: 'abandoned' })).toEqual([])
  })

  it('decide how far the run is: as far as the slowest', () => {
    expect(stateOfRun([comparison('done'), comparison('under way', { state: 'scanning-head' })])).toBe('scanning-head')
    expect(stateOfRun([comparison('done'), comparison('ended', { state: 'abandoned' })])).toBe('completed')
    expect(stateOfRun([closed])).toBe('completed')
    expect(stateOfRun([{ ...closed, state: 'abandoned' }])).toBe('abandoned')
  })
})

describe('several comparisons as one run', () => {
  const annotation = (line: number) => ({
    path: 'a',
    start_line: line,
    end_line: line,
    annotation_level: 'failure' as const,
    title: 't',
    message: 'm',
  })
  const part = (
    label: string,
    conclusion: ComparedTexts['conclusion'],
    lines: readonly number[] = [],
  ): ComparedTexts => ({
    label,
    conclusion,
    title: `title of ${label}`,
    summaryWithin: (bytes) => `summary of ${label}`.slice(0, Math.max(0, bytes)),
    annotations: [lines.map(annotation)],
  })

  it('conclude with the worst one, name each and have its remarks once', () => {
    const joined = joinTexts([part('one', 'success', [1, 2]), part('two', 'failure', [2, 3]), part('three', 'neutral')])
    expect(joined).toMatchObject({ worst: 1, conclusion: 'failure', title: 'two: title of two' })
    for (const label of ['one', 'two', 'three']) expect(joined.summary).toContain(`summary of ${label}`)
    expect(joined.annotations.flat().map(({ start_line: line }) => line)).toEqual([2, 3, 1])
    expect(joinTexts([part('one', 'success'), part('three', 'neutral')]).conclusion).toBe('neutral')
  })

  it('fit into a check run, however many and however long, and quote names of branches', () => {
    const joined = joinTexts(
      Array.from({ length: 60 }, (_, index) => ({
        ...part(
          `<b>${index}`,
          'failure',
          Array.from({ length: 40 }, (_line, line) => index * 100 + line),
        ),
        summaryWithin: (bytes: number) => 'é'.repeat(Math.max(0, Math.floor(bytes / 2))),
      })),
    )
    expect(Buffer.byteLength(joined.summary)).toBeLessThan(65_535)
    expect(joined.summary).not.toContain('<b>')
    expect(joined.annotations.flat()).toHaveLength(300)
    expect(Math.max(...joined.annotations.map((batch) => batch.length))).toBe(50)
  })
})

describe('pauses after refusals', () => {
  it('are short at first, five minutes at most for the first hour, and end after a day', () => {
    expect(refusalPausesSeconds.slice(0, 3)).toEqual([1, 2, 4])
    const hour = refusalPausesSeconds.filter((seconds) => seconds <= 300)
    expect(hour.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(3_600)
    expect(refusalPausesSeconds).toEqual(refusalPausesSeconds.toSorted((a, b) => a - b))
    expect(refusalPausesSeconds.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(86_000)
    expect([pauseAfterRefusalMs(1), pauseAfterRefusalMs(refusalPausesSeconds.length + 1)]).toEqual([1_000, undefined])
  })
})
