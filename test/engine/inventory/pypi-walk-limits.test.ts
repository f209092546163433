import { describe, expect, it } from 'vitest'
import { dependencyWalkLimits } from '../../../src/engine/inventory/dependency-walk-limits.ts'
import type { StandInReleases } from '../../support/pypi-stand-in.ts'
import { pypiInventoryOf } from './pypi-inventory-of.ts'

/** A tree of three levels. Each project requires those of the next level in several versions. */
const tree: StandInReleases = {
  'start@1.0': { requires: Array.from({ length: 12 }, (_, index) => `p${index}`) },
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `p${index}@1`,
      { requires: [`q${index % 5}`, `shared<${9 - (index % 4)}`, `q${(index + 1) % 5}>=1`] },
    ]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 5 }, (_, index) => [`q${index}@2`, { requires: [`shared<${8 - index}`] }]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [`shared@${index}`, { requires: index > 3 ? [`only${index}`] : [] }]),
  ),
  ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`only${index}@1`, {}])),
}

/** Returns a list of 1,500 extras that is different for each seed. */
const extrasOf = (seed: number): string => Array.from({ length: 1_500 }, (_, index) => `e${seed}x${index}`).join(',')

describe('the walk of an index', () => {
  it('asks for many projects at once, and for no more than the limit', async () => {
    const { maxAtOnce, names } = await pypiInventoryOf(tree, { delayMs: () => 20 })
    expect(names).toHaveLength(18)
    expect(maxAtOnce).toBeGreaterThan(dependencyWalkLimits.maxConcurrentRequests / 2)
    expect(maxAtOnce).toBeLessThanOrEqual(dependencyWalkLimits.maxConcurrentRequests)
  })

  it('asks for nothing twice', async () => {
    const { requests } = await pypiInventoryOf(tree)
    // The scanned project itself was requested earlier, when it was resolved.
    expect(requests.filter((path, index) => requests.indexOf(path) !== index)).toEqual([])
  })

  it('gives the same whatever the order of the answers', async () => {
    const expected = await pypiInventoryOf(tree)
    expect(expected.names).toContain('shared@3')
    for (let seed = 1; seed <= 6; seed += 1) {
      const delayMs = (path: string) =>
        (Array.from(path).reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 997, seed) * seed) % 23
      const { components, unresolved, complete } = await pypiInventoryOf(tree, { delayMs })
      expect({ components, unresolved, complete }).toEqual({
        components: expected.components,
        unresolved: expected.unresolved,
        complete: true,
      })
    }
  })

  it('tells how far it is', async () => {
    const { progress } = await pypiInventoryOf(tree)
    expect(progress.at(-1)).toBe(19)
    expect(progress.length).toBeGreaterThan(10)
  })

  it('ends with its signal', async () => {
    const abort = new AbortController()
    const walk = pypiInventoryOf(tree, { signal: abort.signal, delayMs: (path) => (path === 'simple/q1/' ? 5_000 : 0) })
    setTimeout(() => abort.abort(new Error('stopped')), 300)
    await expect(walk).rejects.toThrow('stopped')
  })

  it('ends where dependencies are nested without end, and says so', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: dependencyWalkLimits.maxDepth + 20 }, (_, index) => [
        `c${index}@1`,
        { requires: [`c${index + 1}`] },
      ]),
    )
    const { complete, unresolved, names } = await pypiInventoryOf({ 'start@1.0': { requires: ['c0'] }, ...chain })
    expect({ complete, length: names.length }).toEqual({ complete: false, length: dependencyWalkLimits.maxDepth })
    expect(unresolved.map(({ name, reason }) => [name, reason])).toContainEqual([
      'start',
      'not all of its dependencies were resolved: its dependencies are nested more than 200 levels deep',
    ])
  })

  it('ends where what is asked of two projects changes back and forth', async () => {
    // Each version of one project requires a different version of the other.
    const releases: StandInReleases = { 'start@1.0': { requires: ['a', 'b'] } }
    const versions = Array.from({ length: 60 }, (_, index) => index + 1)
    const swinging = Object.fromEntries(
      versions.flatMap((version) => [
        [`a@${version}`, { requires: [`b!=${version}`] }],
        [`b@${version}`, { requires: [`a<${version}`] }],
      ]),
    )
    const { names, unresolved } = await pypiInventoryOf({ ...releases, ...swinging })
    expect(names).toHaveLength(2)
    expect(unresolved.every(({ name }) => name === 'a' || name === 'b')).toBe(true)
  })

  const tooManySteps = 'not all of its dependencies were resolved: placing its dependencies takes too many steps'

  it.each<[string, readonly string[]]>([
    ['at once', ['target', ...Array.from({ length: 20 }, (_, index) => `target[${extrasOf(index)}]`)]],
    ['later', ['target', 'helper']],
  ])('ends soon where many extras meet many long markers, asked for %s', async (_when, requires) => {
    const marker = Array.from({ length: 700 }, (_, index) => `extra == 'm${index}'`).join(' or ')
    const releases: StandInReleases = {
      'start@1.0': { requires },
      'target@1': { requires: Array.from({ length: 150 }, (_, index) => `t${index} ; ${marker}`) },
      'helper@1': { requires: Array.from({ length: 20 }, (_, index) => `target[${extrasOf(index)}]`) },
    }
    const startedAt = performance.now()
    const { complete, unresolved } = await pypiInventoryOf(releases)
    expect(complete).toBe(false)
    expect(unresolved.map(({ reason }) => reason)).toContainEqual(tooManySteps)
    expect(performance.now() - startedAt).toBeLessThan(15_000)
  })

  it('ends soon where each of many packages asks for all of many', async () => {
    const all = Array.from({ length: 600 }, (_, index) => `n${index}`)
    const packages = Array.from({ length: 150 }, (_, index) => `p${index}`)
    const releases: StandInReleases = {
      'start@1.0': { requires: ['p0'] },
      ...Object.fromEntries(packages.map((name, index) => [`${name}@1`, { requires: [...all, `p${index + 1}`] }])),
    }
    const startedAt = performance.now()
    const { complete, unresolved } = await pypiInventoryOf(releases)
    expect(complete).toBe(false)
    expect(unresolved.map(({ reason }) => reason)).toContainEqual(tooManySteps)
    expect(performance.now() - startedAt).toBeLessThan(60_000)
  }, 60_000)

  it('ends soon where specifiers are built to be slow', async () => {
    const clauses = Array.from({ length: 600 }, (_, index) => `!=${index}`).join(',')
    const slow = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`s${index}@1`, { requires: [`big ${clauses}`] }]),
    )
    const big = Array.from({ length: 3_000 }, (_, index) => ({
      filename: `big-${index + 1000}-py3-none-any.whl`,
      url: `big-${index}.whl`,
      hashes: {},
    }))
    const releases: StandInReleases = {
      'start@1.0': { requires: Array.from({ length: 40 }, (_, index) => `s${index}`) },
      ...slow,
    }
    const startedAt = performance.now()
    const { complete, unresolved } = await pypiInventoryOf(releases, {
      answer: (path) =>
        path === 'simple/big/' ? JSON.stringify({ meta: { 'api-version': '1.0' }, files: big }) : undefined,
    })
    expect(complete).toBe(false)
    expect(unresolved.map(({ reason }) => reason)).toContainEqual(tooManySteps)
    expect(performance.now() - startedAt).toBeLessThan(15_000)
  })
})
