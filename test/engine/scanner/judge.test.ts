import { describe, expect, it } from 'vitest'
import { compareFindings } from '../../../src/engine/scanner/compare.ts'
import { judge } from '../../../src/engine/scanner/judge.ts'
import { verdictOf, verdictOfFailure } from '../../../src/engine/scanner/verdict.ts'
import { detectedFinding, storedFinding } from '../../support/findings.ts'

const now = new Date('2026-01-02T03:04:05.678Z')

describe('verdictOf', () => {
  it.each([
    ['pass', [], 'high', false],
    ['partial', [], 'high', true],
    ['fail', [{ severity: 'high', state: 'new' }], 'high', false],
    ['fail', [{ severity: 'critical', state: 'existing' }], 'high', true],
    ['pass', [{ severity: 'medium', state: 'new' }], 'high', false],
    ['fail', [{ severity: 'medium', state: 'new' }], 'medium', false],
    [
      'pass',
      [
        { severity: 'critical', state: 'suppressed' },
        { severity: 'critical', state: 'fixed' },
      ],
      'high',
      false,
    ],
  ] as const)('%s', (verdict, findings, failOn, partial) => {
    expect(verdictOf(findings, { failOn, partial })).toBe(verdict)
  })

  it('counts only new findings against a baseline', () => {
    const [before, brought] = [
      { severity: 'high', state: 'existing' },
      { severity: 'high', state: 'new' },
    ] as const
    expect(verdictOf([before], { failOn: 'high', partial: false, onlyNew: true })).toBe('pass')
    expect(verdictOf([before], { failOn: 'high', partial: false, onlyNew: false })).toBe('fail')
    expect(verdictOf([before, brought], { failOn: 'high', partial: false, onlyNew: true })).toBe('fail')
  })

  it('never calls a failed scan green or red', () => {
    expect(verdictOfFailure('NOTHING_TO_SCAN')).toBe('nothing-scanned')
    expect(verdictOfFailure('SOURCE_NOT_FOUND')).toBe('error')
  })
})

describe('judge', () => {
  it('counts open findings and marks a scan with gaps as partial', () => {
    const findings = compareFindings(
      [detectedFinding({ severity: 'high' }), detectedFinding({ severity: 'low', fingerprint: 'other' })],
      new Map(),
      now,
    )
    expect(judge(findings, { gaps: ['something'], failOn: 'critical' })).toMatchObject({
      verdict: 'partial',
      results: {
        partial: true,
        method: '2',
        vulnerabilities: { high: 1, low: 1, critical: 0, medium: 0, info: 0, total: 2 },
      },
    })
  })
})

describe('the verdict of judge', () => {
  const existing = storedFinding({ severity: 'high', state: 'existing' })

  it('counts existing findings unless only new ones are asked for', () => {
    expect(judge([existing], { gaps: [], failOn: 'high' }).verdict).toBe('fail')
    expect(judge([existing], { gaps: [], failOn: 'high', onlyNew: true }).verdict).toBe('pass')
  })

  it('counts only open findings in the score', () => {
    const closed = [
      storedFinding({ severity: 'critical', state: 'fixed' }),
      storedFinding({ severity: 'critical', state: 'suppressed' }),
    ]
    expect(judge(closed, { gaps: [], failOn: 'high' })).toMatchObject({
      verdict: 'pass',
      results: { securityScore: 100, grade: 'A+', partial: false, vulnerabilities: { total: 0 } },
    })
  })
})

describe('compareFindings', () => {
  it('puts what is known to be exploited first, and each part worst first', () => {
    const kev = {
      advisory: { id: 'A', aliases: [], url: 'https://osv.dev/A', kev: { addedAt: '2024-05-01', ransomware: false } },
    }
    const parts = [
      { severity: 'critical', title: 'a' },
      { severity: 'low', title: 'b', ...kev },
      { severity: 'high', title: 'c' },
      { severity: 'medium', title: 'd', ...kev },
    ] as const
    expect(
      compareFindings(
        parts.map((part) => detectedFinding({ fingerprint: part.title, ...part })),
        new Map(),
        now,
      ).map(({ title }) => title),
    ).toEqual(['d', 'b', 'a', 'c'])
  })

  it('lists equal severities by title and then by fingerprint, in whatever order they come', () => {
    const parts = [
      ['a', '2'],
      ['b', '1'],
      ['b', '2'],
      ['c', '1'],
      ['c', '3'],
    ].map(([title = '', fingerprint = '']) => detectedFinding({ title, fingerprint: `${title}${fingerprint}` }))
    const listed = (findings: readonly ReturnType<typeof detectedFinding>[]) =>
      compareFindings(findings, new Map(), now).map(({ fingerprint }) => fingerprint)
    const order = ['a2', 'b1', 'b2', 'c1', 'c3']
    expect(listed(parts)).toEqual(order)
    expect(listed(parts.toReversed())).toEqual(order)
    expect(listed([2, 0, 4, 1, 3].flatMap((index) => parts[index] ?? []))).toEqual(order)
  })

  it('lists the findings of one fingerprint by title', () => {
    const findings = compareFindings(
      [detectedFinding({ title: 'x 2' }), detectedFinding({ title: 'x 1' })],
      new Map(),
      now,
    )
    expect(findings.map(({ title, fingerprint }) => [title, fingerprint])).toEqual([
      ['x 1', 'fingerprint'],
      ['x 2', 'fingerprint:2'],
    ])
  })

  it('keeps the time at which a finding was first seen, and calls the others new', () => {
    const [worst, other] = compareFindings(
      [
        detectedFinding({ severity: 'low', fingerprint: 'b' }),
        detectedFinding({ severity: 'critical', fingerprint: 'a' }),
      ],
      new Map([['a', '2020-01-01T00:00:00.000Z']]),
      now,
    )
    expect(worst).toMatchObject({ severity: 'critical', state: 'existing', firstSeenAt: '2020-01-01T00:00:00.000Z' })
    expect(other).toMatchObject({ severity: 'low', state: 'new', firstSeenAt: now.toISOString() })
  })

  it('tells findings of one fingerprint apart', () => {
    const findings = compareFindings(
      [detectedFinding({ title: 'x 1' }), detectedFinding({ title: 'x 2' })],
      new Map(),
      now,
    )
    expect(findings.map(({ fingerprint }) => fingerprint)).toEqual(['fingerprint', 'fingerprint:2'])
    expect(new Set(findings.map(({ id }) => id)).size).toBe(2)
  })

  it('calls a second finding of a known fingerprint new', () => {
    const twice = [detectedFinding({ title: 'x 1' }), detectedFinding({ title: 'x 2' })]
    const states = (known: readonly string[]) =>
      compareFindings(twice, new Map(known.map((fingerprint) => [fingerprint, '2020-01-01T00:00:00.000Z'])), now).map(
        ({ state, firstSeenAt }) => [state, firstSeenAt],
      )
    const [before, today] = [
      ['existing', '2020-01-01T00:00:00.000Z'],
      ['new', now.toISOString()],
    ]
    expect(states(['fingerprint'])).toEqual([before, today])
    expect(states(['fingerprint', 'fingerprint:2'])).toEqual([before, before])
  })
})
