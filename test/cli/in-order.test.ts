import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inOrder, type InOrderCall } from '../../src/cli/in-order.ts'

const items = ['a', 'b', 'c', 'd', 'e', 'f']

async function all<Result>(results: AsyncIterable<Result>): Promise<Result[]> {
  const found: Result[] = []
  for await (const result of results) found.push(result)
  return found
}

it('yields the results in the order of the items, and runs no more work than allowed', async () => {
  let running = 0
  const most: number[] = []
  const results = inOrder(items, 3, async (item, { place }) => {
    most.push((running += 1))
    await pause(place % 2 === 0 ? 20 : 1)
    running -= 1
    return `${item}${place}`
  })
  expect(await all(results)).toEqual(['a0', 'b1', 'c2', 'd3', 'e4', 'f5'])
  expect(Math.max(...most)).toBe(3)
})

it('starts an item before its turn, so a slow item delays only the output', async () => {
  const slow = Promise.withResolvers<void>()
  const started: string[] = []
  const results = inOrder(items, 2, async (item) => {
    started.push(item)
    if (started.length === items.length) slow.resolve()
    if (item === 'a') await slow.promise
    return item
  })
  expect(await all(results)).toEqual(items)
})

it('yields what comes before a failure, aborts the rest, and waits for it', async () => {
  const ended: string[] = []
  const work = async (item: string, { signal }: InOrderCall) => {
    if (item === 'b') throw new Error('no b')
    if (item !== 'a') await pause(60_000, undefined, { signal }).catch(() => {})
    ended.push(item)
    return item
  }
  const found: string[] = []
  const run = async () => {
    for await (const item of inOrder(items, 3, work)) found.push(item)
  }
  await expect(run()).rejects.toThrow('no b')
  expect(found).toEqual(['a'])
  expect(ended).toContain('a')
  expect(ended.length).toBeGreaterThan(1)
  const before = [...ended]
  await pause(10)
  expect(ended).toEqual(before)
})

it('aborts the rest when the caller stops', async () => {
  const aborted: string[] = []
  const work = async (item: string, { signal }: InOrderCall) => {
    if (item !== 'a') await pause(60_000, undefined, { signal }).catch(() => aborted.push(item))
    return item
  }
  for await (const item of inOrder(items, 3, work)) if (item === 'a') break
  expect(aborted.length).toBeGreaterThan(0)
})

it('yields nothing for no items', async () => {
  expect(await all(inOrder([], 3, async (item) => item))).toEqual([])
})
