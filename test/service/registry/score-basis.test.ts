import { expect, it } from 'vitest'
import { findingsOfBasis, scoreBasisOf } from '../../../src/service/registry/rescoring/score-basis.ts'
import { explainScore } from '../../../src/service/registry/rescoring/explain-score.ts'
import { scoreFindings } from '../../../src/engine/scanner/score.ts'
import { dependencyFinding } from '../../support/findings.ts'

const findings = [
  dependencyFinding('GHSA-1', { severity: 'critical', reachability: { status: 'not-loaded' } }),
  dependencyFinding('GHSA-2', { severity: 'critical', reachability: { status: 'not-loaded' } }),
  dependencyFinding('GHSA-3', { severity: 'critical', reachability: { status: 'unknown' } }),
  dependencyFinding('GHSA-4', { severity: 'high' }),
]

it('a basis keeps the reachability, so that a rescored revision has the score of its findings', () => {
  const basis = scoreBasisOf(findings)
  expect(basis.map(({ severity, reachability, count }) => [severity, reachability, count])).toEqual([
    ['critical', 'not-loaded', 2],
    ['critical', 'unknown', 1],
    ['high', undefined, 1],
  ])
  const whole = { partial: false }
  expect(scoreFindings(findingsOfBasis(basis), whole).score).toBe(scoreFindings(findings, whole).score)
})

it('a basis that was stored without reachability counts in full', () => {
  const [stored] = findingsOfBasis([{ severity: 'critical', precision: 'high', isDev: false, count: 1 }])
  expect(stored).not.toHaveProperty('reachability')
})

it('an explanation deducts less for code that does not run', () => {
  const placed = findings.map(({ severity, precision, reachability }, ordinal) => ({
    ordinal,
    severity,
    precision,
    isDev: false,
    ...(reachability && { reachability }),
  }))
  const { deductions, score } = explainScore(placed)
  expect(score).toBe(scoreFindings(findings, { partial: false }).score)
  expect(deductions.map(({ ordinal, points }) => [ordinal, points])).toEqual([
    [2, 40],
    [3, 20],
    [0, 7],
    [1, 4.9],
  ])
})
