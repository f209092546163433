import { describe, expect, it } from 'vitest'
import { sourceMapLimits } from '../../../../src/engine/analysis/source-maps/source-map-limits.ts'
import { sourceMapOf } from '../../../../src/engine/analysis/source-maps/map-address.ts'
import { projectSnapshot } from '../../inventory/project-snapshot.ts'

/** Returns the path and the content of the map of `dist/index.js`, or undefined if it has no map. */
function found(end: string, path = 'dist/index.js') {
  const snapshot = projectSnapshot({
    [path]: `run()\n${end}`,
    'dist/index.js.map': 'beside',
    'maps/a b.map': 'elsewhere',
    'secret.map': 'above',
  })
  const file = snapshot.files.get(path)
  const map = file && sourceMapOf(file, snapshot)
  return map && `${map.path}: ${map.read().toString()}`
}

describe('the map of a built file', () => {
  it.each([
    ['//# sourceMappingURL=index.js.map', 'dist/index.js.map: beside'],
    ['//# sourceMappingURL=./index.js.map\n\n', 'dist/index.js.map: beside'],
    ['//@ sourceMappingURL=index.js.map?v=1', 'dist/index.js.map: beside'],
    ['/*# sourceMappingURL=index.js.map*/', 'dist/index.js.map: beside'],
    ['/*# sourceMappingURL=index.js.map */\n', 'dist/index.js.map: beside'],
    ['//# sourceMappingURL=../maps/a%20b.map', 'maps/a b.map: elsewhere'],
    ['//# sourceMappingURL=old.map\n//# sourceMappingURL=index.js.map', 'dist/index.js.map: beside'],
    ['//# sourceMappingURL=data:application/json,%7B%7D\n', 'dist/index.js: data:application/json,%7B%7D'],
  ])('is what its last comment names: %s', (end, map) => {
    expect(found(end)).toBe(map)
  })

  it.each([
    [''],
    ['//# sourceMappingURL='],
    ['//# sourceMappingURL=gone.map'],
    ['//# sourceMappingURL=/secret.map'],
    ['//# sourceMappingURL=../../secret.map'],
    ['//# sourceMappingURL=%2e%2e/%2e%2e/secret.map'],
    ['//# sourceMappingURL=file:///etc/passwd'],
    ['//# sourceMappingURL=https://maps.example/index.js.map'],
    ['//# sourceMappingURL=%E0%A4%A'],
    ['//# sourceMappingURL=index.js.map\nmore()'],
    ['//# sourceMappingURL=index.js.map more()'],
    [`//# sourceMappingURL=index.js.map${' '.repeat(5_000)}`],
    ['//# sourceMappingURL=data:application/json,%7B%7D\nmore()'],
    ['const text = "sourceMappingURL=index.js.map"'],
    [`//# sourceMappingURL=${'./'.repeat(sourceMapLimits.maxUrlBytes)}index.js.map`],
  ])('is none by %s', (end) => {
    expect(found(end)).toBeUndefined()
  })

  it('is looked for in what is built alone', () => {
    expect(found('//# sourceMappingURL=index.js.map', 'dist/index.mjs')).toBe('dist/index.js.map: beside')
    expect(found('//# sourceMappingURL=index.js.map', 'dist/index.ts')).toBeUndefined()
    expect(found('//# sourceMappingURL=index.js.map', 'dist/index.py')).toBeUndefined()
  })

  it('is ignored if it is too large', () => {
    const inline = `//# sourceMappingURL=data:application/json,${'a'.repeat(sourceMapLimits.maxMapBytes)}`
    const apart = projectSnapshot({
      'a.js': '//# sourceMappingURL=a.js.map',
      'a.js.map': Buffer.alloc(sourceMapLimits.maxMapBytes + 1),
      'b.js': inline,
    })
    for (const file of apart.files.values()) expect(sourceMapOf(file, apart)).toBeUndefined()
  })
})
