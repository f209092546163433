import { describe, expect, it } from 'vitest'
import { dependencyWalkLimits } from '../../../src/engine/inventory/dependency-walk-limits.ts'
import { inventoryOf } from './inventory-of.ts'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('a walk ends, and says why, at', () => {
  it(`more than ${dependencyWalkLimits.maxPackages} packages`, async () => {
    // One package with many aliases needs one request.
    const dependencies = Object.fromEntries(
      range(dependencyWalkLimits.maxPackages + 5).map((index) => [`p${index}`, 'npm:a@1']),
    )
    const inventory = await inventoryOf({ 'start@1.0.0': { dependencies }, 'a@1.0.0': {} })
    expect(inventory.complete).toBe(false)
    expect(inventory.unresolved).toEqual([
      {
        name: 'start',
        requested: '1.0.0',
        requiredBy: 'start@1.0.0',
        reason: 'not all of its dependencies were resolved: it has more than 10000 packages',
      },
    ])
    expect(inventory.names).toEqual(['a@1.0.0'])
    expect(inventory.requests.filter((path) => path === 'a')).toHaveLength(1)
  })

  it(`folders nested more than ${dependencyWalkLimits.maxDepth} deep`, async () => {
    const depth = dependencyWalkLimits.maxDepth + 50
    const packages = Object.fromEntries(
      range(depth).map((index) => [`a@${index + 1}.0.0`, { dependencies: { a: `${index + 2}.0.0` } }]),
    )
    const inventory = await inventoryOf({
      'start@1.0.0': { dependencies: { a: '1.0.0' } },
      ...packages,
      [`a@${depth + 1}.0.0`]: {},
    })
    expect(inventory).toMatchObject({
      complete: false,
      unresolved: [
        {
          reason:
            'not all of its dependencies were resolved: its dependencies are nested more than ' +
            `${dependencyWalkLimits.maxDepth} folders deep`,
        },
      ],
    })
    expect(inventory.names.length).toBeGreaterThan(dependencyWalkLimits.maxDepth - 5)
  })

  it('peers whose combinations grow exponentially', async () => {
    const levels = range(60).flatMap((level) =>
      ['x', 'y'].map((side) => [
        `p${level}${side}@1.0.0`,
        level === 59 ? {} : { peerDependencies: { [`p${level + 1}x`]: '1', [`p${level + 1}y`]: '1' } },
      ]),
    )
    const startedAt = performance.now()
    const inventory = await inventoryOf({
      'start@1.0.0': { dependencies: { p0x: '1', p0y: '1' } },
      ...Object.fromEntries(levels),
    })
    expect(inventory.complete).toBe(false)
    expect(inventory.unresolved[0]?.reason).toContain('takes too many steps')
    expect(performance.now() - startedAt).toBeLessThan(20_000)
  })

  it('hundreds of peers that all depend on each other', async () => {
    const names = range(600).map((index) => `p${index}`)
    const clique = Object.fromEntries(
      names.map((name) => [
        `${name}@1.0.0`,
        { peerDependencies: Object.fromEntries(names.filter((other) => other !== name).map((other) => [other, '*'])) },
      ]),
    )
    const inventory = await inventoryOf({ 'start@1.0.0': { dependencies: { p0: '1' } }, ...clique })
    expect(inventory.complete).toBe(false)
    expect(inventory.unresolved[0]?.reason).toMatch(
      /peer dependencies depend on each other|chain of peer dependencies|too many steps/,
    )
  })

  it('peers that ask for each other for ever, as found by chance: npm 11.19 hangs', async () => {
    const inventory = await inventoryOf({
      'start@1.0.0': { peerDependencies: { b: '>=2.1.0' }, dependencies: { d: '1.x', a: '3.x' } },
      'a@3.0.0': { peerDependencies: { d: '^1.1.0' }, peerDependenciesMeta: { d: { optional: true } } },
      'b@2.1.0': { dependencies: { i: '' }, peerDependencies: { f: '' } },
      'd@1.0.0': {},
      'd@1.1.0': { peerDependencies: { i: '2.0.0' }, peerDependenciesMeta: { i: { optional: true } } },
      'f@2.0.0': { peerDependencies: { b: '*' } },
      'f@2.1.0': {},
      'f@3.0.0': { peerDependencies: { h: '*' } },
      'h@1.0.0': { dependencies: { b: '^2.1.0' } },
      'g@1.0.0': { peerDependencies: { i: 'latest' } },
      'i@1.0.0': {},
      'i@2.0.0': { peerDependencies: { g: 'latest' } },
    })
    expect(inventory.names).toEqual(expect.arrayContaining(['a@3.0.0', 'b@2.1.0', 'd@1.1.0']))
  })

  it('two peers that evict each other for ever, as found by chance: npm 11.19 hangs', async () => {
    const inventory = await inventoryOf({
      'start@1.0.0': {
        peerDependencies: { b: '1.0.0', c: '2.0.0 || 2' },
        dependencies: { e: '2.x', b: 'latest' },
        peerDependenciesMeta: { c: { optional: true } },
      },
      'a@2.0.0': { peerDependencies: { e: '^3.0.0' } },
      'a@2.1.0': { peerDependencies: { b: '^3.0.0' } },
      'b@1.0.0': { peerDependencies: { c: '^1.0.0' }, dependencies: { e: '>=1.0.0' } },
      'b@2.0.0': {},
      'b@3.0.0': {
        peerDependencies: { d: '^1.0.0', e: '' },
        peerDependenciesMeta: { d: { optional: true }, e: { optional: true } },
      },
      'c@1.0.0': {},
      'c@1.1.0': { peerDependencies: { b: '*' } },
      'c@2.0.0': { peerDependencies: { a: '*' } },
      'c@2.1.0': {},
      'd@1.0.0': {},
      'd@2.0.0': {},
      'e@1.0.0': { peerDependencies: { c: '^1.0.0' }, peerDependenciesMeta: { c: { optional: true } } },
      'e@2.0.0': { optionalDependencies: { a: '2.0.0 || 2' }, peerDependencies: { b: '2.0.0' } },
      'e@3.0.0': { optionalDependencies: { c: '*' } },
    })
    expect(inventory).toMatchObject({
      complete: false,
      unresolved: [{ reason: expect.stringContaining('npm itself cannot resolve them') }],
    })
    // All packages that were ever in the tree are listed, independent of its final state.
    expect(inventory.names).toEqual(['a@2.1.0', 'b@2.0.0', 'b@3.0.0', 'e@2.0.0'])
  })
})
