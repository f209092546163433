import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readEquivalents } from '../mutation/equivalent.ts'
import { targets } from '../mutation/targets.ts'

/** Expands `a{b,c}d` to `abd` and `acd`. */
function alternativesOf(pattern: string): string[] {
  const [, before = '', among, after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(pattern) ?? []
  return among === undefined
    ? [pattern]
    : among.split(',').flatMap((part) => alternativesOf(`${before}${part}${after}`))
}

it('targets of mutation tests name files that exist', () => {
  const patterns = targets.flatMap(({ sources, tests }) => [...sources, ...tests]).flatMap(alternativesOf)
  expect(patterns.length).toBeGreaterThan(15)
  expect(patterns.filter((pattern) => globSync(pattern).length === 0)).toEqual([])
})

it('equivalent mutants name lines that exist', () => {
  const stale = readEquivalents().filter(
    ({ path, before }) => !existsSync(path) || !readFileSync(path, 'utf8').includes(before),
  )
  expect(stale).toEqual([])
})
