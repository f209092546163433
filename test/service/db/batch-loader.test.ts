import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { batchLoader } from '../../../src/service/db/batch-loader.ts'

describe('askTogether', () => {
  it('bundles what comes at once and meanwhile, and answers each its own', async () => {
    const asked: number[][] = []
    const square = batchLoader(
      async (numbers: readonly number[]) => {
        asked.push([...numbers])
        await pause(5)
        return numbers.map((number) => number ** 2)
      },
      { most: 3 },
    )
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => square(number)))
    expect(answers).toEqual([1, 4, 9, 16, 25, 36])
    expect(asked).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ])
  })

  it('asks every question after it came', async () => {
    let value = 'old'
    const read = batchLoader(
      async (questions: readonly string[]) => {
        const seen = value
        await pause(5)
        return questions.map(() => seen)
      },
      { most: 10 },
    )
    const before = read('a')
    await pause(2)
    value = 'new'
    expect(await Promise.all([before, read('b')])).toEqual(['old', 'new'])
  })

  it('tells a failure to those who asked, and goes on', async () => {
    let isBroken = true
    const echo = batchLoader(
      async (words: readonly string[]) => {
        await pause(1)
        if (isBroken) throw new Error('no answer')
        return words
      },
      { most: 10 },
    )
    const first = await Promise.allSettled([echo('a')])
    expect(first[0]).toMatchObject({ status: 'rejected', reason: new Error('no answer') })
    isBroken = false
    expect(await echo('b')).toBe('b')
  })
})
