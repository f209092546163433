import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Grade, gradeOf } from '../../../src/engine/model/score.ts'
import { reachabilityStatuses } from '../../../src/engine/model/reachability.ts'
import { severities } from '../../../src/engine/model/severity.ts'
import { precisions } from '../../../src/engine/model/rule.ts'
import { scoreFindings, type ScoredFinding } from '../../../src/engine/scanner/score.ts'

const finding = (
  severity: ScoredFinding['severity'],
  precision: ScoredFinding['precision'] = 'high',
  dev = false,
): ScoredFinding => ({ severity, precision, component: { dev } })
const reached = (status: (typeof reachabilityStatuses)[number]): ScoredFinding => ({
  ...finding('critical'),
  reachability: { status },
})
const whole = { partial: false }

const anyFinding = fc.record({
  severity: fc.constantFrom(...severities),
  precision: fc.constantFrom(...precisions),
  component: fc.record({ dev: fc.boolean() }),
})

describe('scoreFindings', () => {
  it.each([
    ['nothing found', [], 100, 'A+'],
    ['one low', [finding('low')], 98, 'A+'],
    ['one medium', [finding('medium')], 92, 'A'],
    ['an open high caps at 84', [finding('high', 'very-high')], 80, 'B'],
    ['a high of medium precision does not cap', [finding('high', 'medium')], 88, 'A'],
    ['an open critical caps at 54', [finding('critical')], 54, 'D'],
    ['a critical of low precision does not cap', [finding('critical', 'low')], 88, 'A'],
    ['a dev-only critical costs a quarter and does not cap', [finding('critical', 'high', true)], 90, 'A'],
    ['a critical that is not loaded costs a quarter and does not cap', [reached('not-loaded')], 90, 'A'],
    ['a critical that is only imported costs a quarter and does not cap', [reached('imported')], 90, 'A'],
    ['a reachable critical counts in full', [reached('reachable')], 54, 'D'],
    ['an unknown critical counts in full', [reached('unknown')], 54, 'D'],
    ['informational findings cost nothing', [finding('info'), finding('info')], 100, 'A+'],
  ] as const)('%s', (_what, findings, score, grade) => {
    expect(scoreFindings(findings, whole)).toMatchObject({ score, grade })
  })

  it('is never an A when the scan was incomplete', () => {
    expect(scoreFindings([], { partial: true })).toMatchObject({ score: 84, grade: 'B', caps: [{ score: 84 }] })
  })

  it.each([
    [100, 'A+'],
    [95, 'A+'],
    [94, 'A'],
    [85, 'A'],
    [84, 'B'],
    [70, 'B'],
    [69, 'C'],
    [55, 'C'],
    [54, 'D'],
    [40, 'D'],
    [39, 'F'],
    [0, 'F'],
    [-1, 'F'],
  ] as const)('gives %i the grade %s', (score, grade) => {
    expect(gradeOf(score)).toBe(grade)
    expect(Grade.options).toContain(grade)
  })

  it('names every cap that is in force, lowest first', () => {
    const caps = [
      { score: 54, reason: 'an open critical finding' },
      { score: 84, reason: 'an open high finding' },
      { score: 84, reason: 'an incomplete scan' },
    ]
    for (const precision of ['high', 'very-high'] as const)
      expect(
        scoreFindings([finding('high', precision), finding('critical', precision)], { partial: true }).caps,
      ).toEqual(caps)
    expect(
      scoreFindings([finding('high', 'medium'), finding('critical', 'low'), finding('medium', 'very-high')], whole)
        .caps,
    ).toEqual([])
    expect(scoreFindings([finding('critical', 'very-high', true)], whole).caps).toEqual([])
    expect(scoreFindings([{ severity: 'critical', precision: 'very-high' }], whole).score).toBe(54)
  })

  it('lets many of a severity weigh less and less: low findings alone never cost a grade C', () => {
    expect(
      scoreFindings(
        Array.from({ length: 1000 }, () => finding('low')),
        whole,
      ).score,
    ).toBe(93)
    expect(
      scoreFindings(
        Array.from({ length: 1000 }, () => finding('medium')),
        whole,
      ).score,
    ).toBe(73)
  })

  it('explains itself: the deductions and caps give the score', () => {
    fc.assert(
      fc.property(fc.array(anyFinding, { maxLength: 40 }), fc.boolean(), (findings, partial) => {
        const { score, deductions, caps } = scoreFindings(findings, { partial })
        const left = 100 - deductions.reduce((sum, { points }) => sum + points, 0)
        expect(deductions).toHaveLength(findings.length)
        expect(score).toBe(Math.max(0, Math.floor(Math.min(left, ...caps.map((cap) => cap.score)) + 1e-9)))
      }),
    )
  })

  it('does not depend on the order, and one more finding never raises it', () => {
    fc.assert(
      fc.property(fc.array(anyFinding, { maxLength: 30 }), anyFinding, (findings, further) => {
        const { score } = scoreFindings(findings, whole)
        expect(scoreFindings(findings.toReversed(), whole).score).toBe(score)
        expect(scoreFindings([...findings, further], whole).score).toBeLessThanOrEqual(score)
      }),
    )
  })
})
