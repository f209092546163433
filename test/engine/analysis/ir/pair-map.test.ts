import { describe, expect, it } from 'vitest'
import { PairMap } from '../../../../src/engine/analysis/ir/pair-map.ts'

describe('a map by pairs', () => {
  it('keeps what a Map by both numbers keeps, however often it has to grow', () => {
    const map = new PairMap(1)
    const expected = new Map<string, number>()
    for (let index = 0; index < 20_000; index += 1) {
      const [first, second] = [(index * 7_919) % 997, (index * 104_729) % 31]
      map.set(first, second, index)
      expected.set(`${first} ${second}`, index)
    }
    expect(map.size).toBe(expected.size)
    for (const [pair, value] of expected) {
      const [first = 0, second = 0] = pair.split(' ').map(Number)
      expect(map.get(first, second)).toBe(value)
    }
    expect([map.get(997, 0), map.get(0, 31), map.get(31, 997)]).toEqual([-1, -1, -1])
  })

  it('tells a pair from the one the other way round', () => {
    const map = new PairMap()
    map.set(3, 5, 1)
    expect([map.get(3, 5), map.get(5, 3)]).toEqual([1, -1])
  })

  it('adds a pair once, and leaves what it had', () => {
    const map = new PairMap()
    expect([map.add(0, 0, 4), map.add(0, 0, 5), map.get(0, 0), map.size]).toEqual([true, false, 4, 1])
  })
})
