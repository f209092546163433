import { describe, expect, it } from 'vitest'
import { scoreFindings } from '../../../src/engine/scanner/score.ts'
import { verdictOf } from '../../../src/engine/scanner/verdict.ts'

const guard = { path: 'src/paths.ts', line: 4, reason: 'why' } as const
const undecided = { severity: 'critical', guard: { ...guard, outcome: 'undecided' } } as const

describe('findings behind a guard that could not be judged', () => {
  it('fail a verdict only if they are new against a baseline', () => {
    expect(verdictOf([{ ...undecided, state: 'new' }], { failOn: 'low', partial: false })).toBe('pass')
    expect(verdictOf([{ ...undecided, state: 'new' }], { failOn: 'low', partial: false, onlyNew: true })).toBe('fail')
    expect(verdictOf([{ ...undecided, state: 'existing' }], { failOn: 'low', partial: false, onlyNew: true })).toBe(
      'pass',
    )
  })

  it('fail it where the project blocks on their rule', () => {
    expect(
      verdictOf([{ ...undecided, state: 'new', ruleId: 'path-traversal' }], {
        failOn: 'low',
        partial: false,
        rules: [{ rule: 'path-traversal', state: 'block' }],
      }),
    ).toBe('fail')
  })

  it('are distinguished from guards that certainly fail', () => {
    expect(
      verdictOf([{ ...undecided, guard: { ...guard, outcome: 'flawed' }, state: 'new' }], {
        failOn: 'low',
        partial: false,
      }),
    ).toBe('fail')
  })

  it('do not cap the grade', () => {
    expect(scoreFindings([{ severity: 'critical', precision: 'low' }], { partial: false })).toMatchObject({
      score: 88,
      caps: [],
    })
  })
})
