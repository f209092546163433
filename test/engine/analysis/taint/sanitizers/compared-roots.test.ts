import { expect, it } from 'vitest'
import { guardsOf } from './guarded-flows.ts'

const helpers = `import path from 'node:path'
const isInside = (full, folder) => {
  const way = path.relative(folder, full)
  return way !== '..' && !way.startsWith('..' + path.sep) && !path.isAbsolute(way)
}
function inRoots(given, roots) {
  const full = path.resolve(roots[0], given)
  if (!roots.some((root) => isInside(full, root))) throw new Error('outside')
  return full
}
`

it('judges the comparison with roots of the program', () => {
  expect(guardsOf('javascript', 'path', `${helpers}function f(a) { return use(inRoots(a, ['/data'])) }`)).toBe('safe')
})

it('names no flaw of a comparison with a root from the same caller, because ".." does not pass', () => {
  expect(guardsOf('javascript', 'path', `${helpers}function f(a, b) { return use(inRoots(a, [b])) }`)).toBe('open')
})

it.each([
  "way.includes('..') || path.isAbsolute(way)",
  "way.split(path.sep).includes('..') || path.isAbsolute(way)",
  '/(^|\\/)\\.\\.(\\/|$)/.test(way) || path.isAbsolute(way)',
])('accepts a way from a folder without parents: %s', (check) => {
  const read = `function f(a) { const full = path.resolve('/data', a); const way = path.relative('/data', full)
if (${check}) throw new Error('outside'); return use(full) }`
  expect(guardsOf('javascript', 'path', `import path from 'node:path'\n${read}`)).toBe('safe')
})

it('does not accept a pattern whose matches may have parents after a cut, but does not call it flawed', () => {
  const check = String.raw`if (!/^(?:\w[\w.-]*\/)*\w[\w.-]*$/.test(a)) throw new Error('name')`
  expect(guardsOf('javascript', 'path', `function f(a) { ${check}; return use('/data/' + a.slice(1)) }`)).toBe(
    'undecided',
  )
})
