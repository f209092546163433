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
