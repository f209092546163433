import { expect, it } from 'vitest'
import { LimitExceeded } from '../../../../src/engine/reachability/graph/limit-exceeded.ts'
import { PointsTo } from '../../../../src/engine/reachability/objects/points-to.ts'

const top = 0
const count = 1_100

/** Puts many things at the start of a chain of places. `isAbsorbed`: `top` represents the things. */
function flowThroughChain({ isAbsorbed }: { readonly isAbsorbed: boolean }): void {
  const flow = new PointsTo(top)
  const first = flow.add(count)
  flow.put(first, top)
  for (let index = 1; index < count; index += 1) flow.link(first + index - 1, first + index)
  flow.flow()
  for (let thing = 1; thing < count; thing += 1) {
    if (isAbsorbed) flow.absorb(thing)
    flow.put(first, thing)
  }
  flow.flow()
}

it('moves no absorbed things through places with the top', () => {
  expect(() => flowThroughChain({ isAbsorbed: true })).not.toThrow()
  expect(() => flowThroughChain({ isAbsorbed: false })).toThrow(LimitExceeded)
})

it('moves absorbed things through places without the top', () => {
  const flow = new PointsTo(top)
  const [from, to] = [flow.add(1), flow.add(1)]
  const received: number[] = []
  flow.link(from, to)
  flow.each(to, (thing) => received.push(thing))
  flow.absorb(1)
  flow.put(from, 1)
  flow.flow()
  expect(received).toEqual([1])
})
