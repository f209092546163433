import { describe, expect, it } from 'vitest'
import { fuzz } from './fuzz-target.ts'
import { fuzzTargets } from './targets.ts'

/** Each day of a week mutates the seeds of different targets, so that a run takes a few seconds. */
const groups = 7
const day = Math.floor(Date.now() / 86_400_000)

describe('every parser', () => {
  it('has targets with names of their own', () => {
    expect(fuzzTargets.length).toBeGreaterThan(70)
    expect(new Set(fuzzTargets.map(({ name }) => name)).size).toBe(fuzzTargets.length)
  })

  it.each(fuzzTargets)('handles the seeds of $name', async (target) => {
    const { runs, finding } = await fuzz(target, { timeMs: Infinity, seed: 1, maxRuns: target.seeds.length })
    expect(finding).toBeUndefined()
    expect(runs).toBe(target.seeds.length)
  })

  it.each(fuzzTargets.filter((_target, index) => index % groups === day % groups))(
    'handles variants of the seeds of $name',
    async (target) => {
      const { finding } = await fuzz(target, { timeMs: 2_000, seed: day, maxRuns: 2_000 })
      expect(finding && { ...finding, input: finding.input.toString('base64') }).toBeUndefined()
    },
  )

  it('that fails is found', async () => {
    const target = {
      name: 'failing',
      seeds: [Buffer.from('abc')],
      run: (input: Buffer) => {
        if (input.includes('{')) throw new Error('a brace')
      },
    }
    const { finding } = await fuzz(target, { timeMs: 10_000, seed: 1 })
    expect(finding?.problem).toMatch(/^Error: a brace/)
  })
})
