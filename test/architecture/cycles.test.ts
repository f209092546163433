import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { importsOf } from './support/imports-of.ts'

/** Returns the strongly connected components with more than one node, by Tarjan's algorithm. */
function cyclesIn(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const cycles: string[][] = []
  const visit = (node: string): void => {
    const at = order.size
    order.set(node, at)
    lowest.set(node, at)
    open.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node) ?? at, lowest.get(next) ?? at))
    }
    if (lowest.get(node) !== at) return
    const component = open.splice(open.lastIndexOf(node))
    if (component.length > 1) cycles.push(component.sort())
  }
  for (const node of edges.keys()) if (!order.has(node)) visit(node)
  return cycles.sort()
}

it('no file imports itself through others, type imports included', () => {
  const files = globSync('src/**/*.ts').sort()
  const edges = new Map(
    files.map((path) => [
      path,
      importsOf(readFileSync(path, 'utf8'))
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => normalize(join(dirname(path), specifier)))
        .filter((to) => to.startsWith('src/')),
    ]),
  )
  expect([...edges.values()].flat().length).toBeGreaterThan(5_000)
  expect(cyclesIn(edges)).toEqual([])
})

it('a cycle of three is found', () => {
  const edges = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
  ])
  expect(cyclesIn(edges)).toEqual([['a', 'b', 'c']])
})
