import { describe, expect, it } from 'vitest'
import { dependencyWalkLimits } from '../../../src/engine/inventory/dependency-walk-limits.ts'
import type { StandInPackages } from '../../support/npm-stand-in.ts'
import { inventoryOf } from './inventory-of.ts'

/** Forty packages with three versions each, with conflicts, peers, and cycles. */
const tangle: StandInPackages = Object.fromEntries([
  [
    'start@1.0.0',
    {
      dependencies: Object.fromEntries(
        Array.from({ length: 20 }, (_, index) => [`p${index * 2}`, index % 3 === 0 ? '*' : `^${(index % 2) + 1}.0.0`]),
      ),
    },
  ],
  ...Array.from({ length: 40 }, (_, index) =>
    [1, 2, 3].map((major) => [
      `p${index}@${major}.0.0`,
      {
        dependencies: {
          [`p${(index * 7 + major) % 40}`]: `^${((index + major) % 3) + 1}.0.0`,
          [`p${(index * 11 + 3) % 40}`]: '*',
        },
        optionalDependencies: index % 5 === 0 ? { [`gone${index}`]: '*' } : {},
        peerDependencies: index % 4 === 0 ? { [`p${(index * 3 + 1) % 40}`]: '>=1' } : {},
      },
    ]),
  ).flat(),
])

const bytes = (inventory: Awaited<ReturnType<typeof inventoryOf>>) =>
  JSON.stringify({
    components: inventory.components,
    unresolved: inventory.unresolved,
    complete: inventory.complete,
    method: inventory.method,
  })

describe('the same registry state', () => {
  it('gives the same bytes, whatever the order of the answers', async () => {
    const quick = await inventoryOf(tangle)
    expect(quick.names.length).toBeGreaterThan(40)
    for (let run = 0; run < 5; run += 1) {
      const slow = await inventoryOf(tangle, { delayMs: () => Math.random() * 20 })
      expect(bytes(slow)).toBe(bytes(quick))
    }
  })

  it('gives the same bytes when descriptions list their versions in another order', async () => {
    const reversed = Object.fromEntries(Object.entries(tangle).toReversed())
    const tags = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`p${index}`, { latest: '3.0.0' }]))
    expect(bytes(await inventoryOf(reversed, { tags }))).toBe(bytes(await inventoryOf(tangle, { tags })))
  })
})

describe('the registry', () => {
  it('is asked for each package once, by at most so many requests at a time', async () => {
    const inventory = await inventoryOf(tangle, { delayMs: () => 5 })
    expect(new Set(inventory.requests).size).toBe(
      inventory.requests.length - inventory.requests.filter((path) => path === 'start').length + 1,
    )
    expect(inventory.maxAtOnce).toBeGreaterThan(4)
    expect(inventory.maxAtOnce).toBeLessThanOrEqual(dependencyWalkLimits.maxConcurrentRequests)
  })

  it('is asked by name only: a scoped one keeps its @ and loses its slash', async () => {
    const inventory = await inventoryOf({ 'start@1.0.0': { dependencies: { '@s/a': '1' } }, '@s/a@1.0.0': {} })
    expect(inventory.requests).toEqual(['start', 'start/-/start-1.0.0.tgz', '@s/a'])
  })

  it('hears of progress', async () => {
    const { progress, names } = await inventoryOf(tangle)
    expect(progress[0]).toBe(1)
    expect(Math.max(...progress)).toBeGreaterThanOrEqual(names.length)
  })
})
