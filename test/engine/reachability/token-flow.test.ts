import { expect, it } from 'vitest'
import { TokenFlow } from '../../../src/engine/reachability/lower/token-flow.ts'
import { reachabilityLimits } from '../../../src/engine/reachability/reachability-limits.ts'

it('passes values along links, to reactions, and to reads, also if they are added later', () => {
  const flow = new TokenFlow()
  const [from, to] = [flow.add(2), 1]
  const seen: unknown[] = []
  flow.onRead((...read) => void seen.push(read))
  flow.put(from, 7)
  flow.link(from, to)
  flow.each(to, (token) => void seen.push(token))
  flow.eachRead(to, 'name', 5, 2)
  flow.put(from, 8)
  expect(flow.flow()).toBe(true)
  expect(seen).toContainEqual([7, 'name', 5, 2])
  expect(seen).toContainEqual([8, 'name', 5, 2])
  expect(seen).toContain(7)
  expect(seen).toContain(8)
  expect([flow.has(to, 7), flow.has(to, 8), flow.has(to, 9), flow.isEmpty(to)]).toEqual([true, true, false, false])
})

it('links two places once', () => {
  const flow = new TokenFlow()
  flow.add(2)
  expect([flow.link(0, 1), flow.link(0, 1), flow.link(0, 0)]).toEqual([true, false, false])
})

it('stops to grow at its limit', () => {
  const flow = new TokenFlow()
  const { maxTokenSteps } = reachabilityLimits
  flow.add(maxTokenSteps + 1)
  for (let place = 0; place < maxTokenSteps; place += 1) flow.put(place, 1)
  expect(flow.isFull).toBe(false)
  flow.put(maxTokenSteps, 1)
  expect([flow.isFull, flow.isEmpty(maxTokenSteps), flow.link(0, 1)]).toEqual([true, true, false])
})
