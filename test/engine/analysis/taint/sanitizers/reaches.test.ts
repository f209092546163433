import { describe, expect, it } from 'vitest'
import { reaches } from '../../../../../src/engine/analysis/taint/sanitizers/reaches.ts'
import { dataflowLimits } from '../../../../../src/engine/analysis/dataflow-limits.ts'

/** A chain of values. Each is derived from the previous one in several ways. */
const made = (ways: number) => (value: number) => Array.from({ length: ways }, () => value + 1)

describe('what a value was made of', () => {
  it('is asked about once, in however many ways it was used', () => {
    for (const ways of [1, 2, 12]) {
      let asked = 0
      expect(reaches(0, () => (asked += 1) < 0, made(ways))).toBe(false)
      expect(asked).toBe(dataflowLimits.maxDerivationDepth + 1)
    }
  })

  it('is found up to the bound of steps, and by the shortest way', () => {
    const last = dataflowLimits.maxDerivationDepth
    expect(reaches(0, (value) => value === last, made(1))).toBe(true)
    expect(reaches(0, (value) => value === last + 1, made(1))).toBe(false)
    // A value that is first reached by a detour is still found by the shortest path.
    expect(
      reaches(
        0,
        (value) => value === last + 1,
        (value) => (value === 0 ? [1, 2] : [value + 1]),
      ),
    ).toBe(true)
  })

  it('may be made of itself', () => {
    expect(
      reaches(
        0,
        (value) => value === 9,
        (value) => [value, 1 - value],
      ),
    ).toBe(false)
  })
})
