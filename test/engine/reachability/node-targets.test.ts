import { expect, it } from 'vitest'
import { nodeTarget } from '../../../src/engine/reachability/modules/node-targets.ts'

it.each<[string, unknown, string, 'import' | 'require', string | undefined]>([
  ['the first condition that holds', { browser: './b.js', node: './n.js', default: './d.js' }, '.', 'import', './n.js'],
  ['the format of the loader', { import: './a.mjs', require: './a.cjs' }, '.', 'require', './a.cjs'],
  ['no condition', { browser: './b.js' }, '.', 'require', undefined],
  ['an exact key before a pattern', { './*': './lib/*.js', './a': './a.js' }, './a', 'require', './a.js'],
  ['the longest pattern', { './*': './*.js', './in/*': './inner/*.js' }, './in/a', 'require', './inner/a.js'],
  ['a blocked path', { './in/*': null }, './in/a', 'require', undefined],
])('takes %s', (_, field, key, format, expected) => {
  expect(nodeTarget(field, key, format)).toBe(expected)
})
