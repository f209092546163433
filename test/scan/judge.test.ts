import { describe, expect, it } from 'vitest'
import { compareFindings } from '../../src/scan/compare.ts'
import { judge } from '../../src/scan/judge.ts'
import { verdictOf, verdictOfFailure } from '../../src/scan/verdict.ts'
import { detectedFinding } from '../support/findings.ts'

const now = new Date('2026-01-02T03:04:05.678Z')

describe('verdictOf', () => {
  it.each([
    ['pass', [], 'high', false],
    ['partial', [], 'high', true],
    ['fail', [{ severity: 'high', state: 'new' }], 'high', false],
    ['fail', [{ severity: 'critical', state: 'existing' }], 'high', true],
    ['pass', [{ severity: 'medium', state: 'new' }], 'high', false],
    ['fail', [{ severity: 'medium', state: 'new' }], 'medium', false],
    ['pass', [{ severity: 'critical', state: 'suppressed' }, { severity: 'critical', state: 'fixed' }], 'high', false],
  ] as const)('%s', (verdict, findings, failOn, partial) => {
    expect(verdictOf(findings, { failOn, partial })).toBe(verdict)
  })

  it('never calls a failed scan green or red', () => {
    expect(verdictOfFailure('NOTHING_TO_SCAN')).toBe('nothing-scanned')
    expect(verdictOfFailure('SOURCE_NOT_FOUND')).toBe('error')
  })
})

describe('judge', () => {
  it('counts open findings and marks a scan with gaps as partial', () => {
    const findings = compareFindings([detectedFinding({ severity: 'high' }), detectedFinding({ severity: 'low', fingerprint: 'other' })], new Map(), now)
    expect(judge(findings, { gaps: ['something'], failOn: 'critical' })).toMatchObject({
      verdict: 'partial',
      results: { partial: true, method: '1', vulnerabilities: { high: 1, low: 1, critical: 0, medium: 0, info: 0, total: 2 } },
    })
  })
})

describe('compareFindings', () => {
  it('puts what is known to be exploited first, and each part worst first', () => {
    const kev = { advisory: { id: 'A', aliases: [], url: 'https://osv.dev/A', kev: { addedAt: '2024-05-01', ransomware: false } } }
    const parts = [{ severity: 'critical', title: 'a' }, { severity: 'low', title: 'b', ...kev }, { severity: 'high', title: 'c' }, { severity: 'medium', title: 'd', ...kev }] as const
    expect(compareFindings(parts.map((part) => detectedFinding({ fingerprint: part.title, ...part })), new Map(), now).map(({ title }) => title)).toEqual(['d', 'b', 'a', 'c'])
  })

  it('keeps the time at which a finding was first seen, and calls the others new', () => {
    const [worst, other] = compareFindings(
      [detectedFinding({ severity: 'low', fingerprint: 'b' }), detectedFinding({ severity: 'critical', fingerprint: 'a' })],
      new Map([['a', '2020-01-01T00:00:00.000Z']]),
      now,
    )
    expect(worst).toMatchObject({ severity: 'critical', state: 'existing', firstSeenAt: '2020-01-01T00:00:00.000Z' })
    expect(other).toMatchObject({ severity: 'low', state: 'new', firstSeenAt: now.toISOString() })
  })

  it('tells findings of one fingerprint apart', () => {
    const findings = compareFindings([detectedFinding({ title: 'x 1' }), detectedFinding({ title: 'x 2' })], new Map(), now)
    expect(findings.map(({ fingerprint }) => fingerprint)).toEqual(['fingerprint', 'fingerprint:2'])
    expect(new Set(findings.map(({ id }) => id)).size).toBe(2)
  })
})
