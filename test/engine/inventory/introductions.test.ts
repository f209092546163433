import { describe, expect, it } from 'vitest'
import { shortestChains } from '../../../src/engine/inventory/introductions.ts'
import { inventoryOf } from './inventory-of.ts'

describe('the dependency paths of a component', () => {
  it('are the three shortest, by length and then by name', async () => {
    const { components } = await inventoryOf({
      'start@1.0.0': { dependencies: { a: '1', b: '1', c: '1', d: '1' } },
      'a@1.0.0': { dependencies: { z: '1' } },
      'b@1.0.0': { dependencies: { z: '1' } },
      'c@1.0.0': { dependencies: { y: '1' } },
      'd@1.0.0': { dependencies: { z: '1' } },
      'y@1.0.0': { dependencies: { z: '1' } },
      'z@1.0.0': {},
    })
    const chains = (name: string) =>
      components.find((component) => component.name === name)?.introducedBy.map(({ path }) => path.join(' > '))
    expect(chains('start')).toEqual(['start@1.0.0'])
    expect(chains('y')).toEqual(['start@1.0.0 > c@1.0.0 > y@1.0.0'])
    expect(chains('z')).toEqual([
      'start@1.0.0 > a@1.0.0 > z@1.0.0',
      'start@1.0.0 > b@1.0.0 > z@1.0.0',
      'start@1.0.0 > d@1.0.0 > z@1.0.0',
    ])
  })

  it('mark as direct what the package itself asks for, also where others ask too', async () => {
    const { components } = await inventoryOf({
      'start@1.0.0': { dependencies: { a: '1' }, peerDependencies: { p: '1' } },
      'a@1.0.0': { dependencies: { b: '1', p: '1' } },
      'b@1.0.0': {},
      'p@1.0.0': {},
    })
    expect(components.map(({ name, direct }) => [name, direct])).toEqual([
      ['start', true],
      ['a', true],
      ['b', false],
      ['p', true],
    ])
  })

  it('hold two versions of one package apart', async () => {
    const { components } = await inventoryOf({
      'start@1.0.0': { dependencies: { a: '1', b: '1' } },
      'a@1.0.0': { dependencies: { b: '2' } },
      'b@1.0.0': {},
      'b@2.0.0': {},
    })
    expect(components.filter(({ name }) => name === 'b').map(({ purl, introducedBy }) => [purl, introducedBy])).toEqual(
      [
        ['pkg:npm/b@1.0.0', [{ manifest: 'package.json', path: ['start@1.0.0', 'b@1.0.0'] }]],
        ['pkg:npm/b@2.0.0', [{ manifest: 'package.json', path: ['start@1.0.0', 'a@1.0.0', 'b@2.0.0'] }]],
      ],
    )
  })

  it('never go in circles', async () => {
    const { components } = await inventoryOf({
      'start@1.0.0': { dependencies: { a: '1' } },
      'a@1.0.0': { dependencies: { b: '1', start: '1' } },
      'b@1.0.0': { dependencies: { a: '1' } },
    })
    for (const { introducedBy } of components)
      for (const { path } of introducedBy) expect(new Set(path).size).toBe(path.length)
  })
})

describe('shortestChains', () => {
  it('gives up chains that are too long', () => {
    const chains = shortestChains('0', (key) => [String(Number(key) + 1)], 5)
    expect([...chains.keys()]).toEqual(['0', '1', '2', '3', '4'])
    expect(chains.get('4')).toEqual([['0', '1', '2', '3', '4']])
  })

  it('takes time by the edges, not by the paths', () => {
    // Each of 300 levels has 20 nodes that all lead to every node of the next level: 20^300 paths.
    const next = (key: string) => {
      const level = key === 'start' ? 0 : Number(key.split('.')[0]) + 1
      return level < 300 ? Array.from({ length: 20 }, (_, index) => `${level}.${index}`) : []
    }
    const startedAt = performance.now()
    const chains = shortestChains('start', next)
    expect(chains.size).toBe(1 + 300 * 20)
    expect(chains.get('299.7')).toHaveLength(3)
    expect(chains.get('299.7')?.[0]).toHaveLength(301)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})
