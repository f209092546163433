import { describe, expect, it } from 'vitest'
import { GuardedPaths } from '../../../../../src/engine/analysis/taint/propagation/guarded-paths.ts'
import { TaintGraph } from '../../../../../src/engine/analysis/taint/propagation/taint-graph.ts'

interface Asked {
  readonly ways: GuardedPaths
  /** Steps for which the guards were evaluated, as `from to`. */
  readonly questions: string[]
}

/**
 * Returns the paths through a graph whose states have the numbers of their nodes. `beginnings` are the sources, and
 * `guarded` steps are cleared.
 */
function waysIn(
  steps: readonly (readonly [number, number])[],
  {
    beginnings = [0],
    guarded = [],
    left = Infinity,
  }: { readonly beginnings?: readonly number[]; readonly guarded?: readonly string[]; readonly left?: number } = {},
): Asked {
  const graph = new TaintGraph()
  for (let node = 0; node <= Math.max(...steps.flat()); node += 1) graph.state(node, 0, 0)
  for (const [from, to] of steps) graph.step(from, to, to, 0)
  const questions: string[] = []
  const ways = new GuardedPaths({
    graph,
    outOf: graph.stepsOutOf(),
    into: graph.stepsInto(),
    beginnings: new Map(beginnings.map((state, entry) => [state, entry])),
    carries: () => true,
    isCleared: (step) => {
      const question = `${graph.from(step)} ${graph.to(step)}`
      questions.push(question)
      return guarded.includes(question)
    },
    isOver: () => questions.length > left,
  })
  return { ways, questions }
}

/** Returns the states on a path, without the last one. */
const through = ({ ways }: Asked, steps: readonly (readonly [number, number])[], to: number) =>
  ways.wayTo(to)?.steps.map((step) => steps[step]?.[0])

const ladder: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 9],
  [0, 4],
  [4, 5],
  [5, 9],
  [5, 6],
  [6, 7],
  [7, 8],
]

describe('ways past guards', () => {
  it('are the shortest ones', () => {
    expect(through(waysIn(ladder), ladder, 9)).toEqual([0, 4, 5])
  })

  it('go around a guard', () => {
    expect(through(waysIn(ladder, { guarded: ['4 5'] }), ladder, 9)).toEqual([0, 1, 2, 3])
    expect(through(waysIn(ladder, { guarded: ['5 9'] }), ladder, 9)).toEqual([0, 1, 2, 3])
  })

  it('are none where guards bar all of them, and none to what no entry gets to', () => {
    const { ways } = waysIn([...ladder, [10, 9]], { guarded: ['5 9', '0 1'] })
    expect([ways.isReached(9), ways.isReached(10), ways.isReached(5)]).toEqual([false, false, true])
  })

  it('tell which entry they begin at', () => {
    const { ways } = waysIn(ladder, { beginnings: [0, 2], guarded: ['5 9'] })
    expect(ways.wayTo(9)).toMatchObject({ entry: 1 })
    expect(ways.wayTo(5)).toMatchObject({ entry: 0 })
    expect(ways.wayTo(2)).toEqual({ entry: 1, steps: [] })
  })

  it('ask no guard that is not on the way, and none again of what is barred', () => {
    const wide = Array.from({ length: 200 }, (_none, index): [number, number] => [
      index < 100 ? 0 : index - 99,
      index < 100 ? index + 1 : 101,
    ])
    const open = waysIn(wide)
    expect(open.ways.isReached(101)).toBe(true)
    expect(open.questions).toHaveLength(2)
    const barred = waysIn(ladder, { guarded: ['0 4', '0 1'] })
    expect(barred.ways.isReached(9)).toBe(false)
    const asked = barred.questions.length
    expect([
      barred.ways.isReached(9),
      barred.ways.isReached(3),
      barred.ways.isReached(5),
      barred.questions.length,
    ]).toEqual([false, false, false, asked])
  })

  it('end in a graph that goes in circles', () => {
    const circle: readonly (readonly [number, number])[] = [
      [0, 1],
      [1, 2],
      [2, 1],
      [2, 3],
      [3, 1],
    ]
    expect(through(waysIn(circle), circle, 3)).toEqual([0, 1, 2])
    expect(waysIn(circle, { guarded: ['0 1'] }).ways.isReached(3)).toBe(false)
  })

  it('are no longer searched when no time is left, which is reported', () => {
    const long = Array.from({ length: 2_000 }, (_none, index): [number, number] => [index, index + 1])
    const { ways, questions } = waysIn(long, { left: 300 })
    expect([ways.isReached(2_000), ways.isCut, questions.length < 600]).toEqual([false, true, true])
  })
})
