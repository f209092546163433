import { describe, expect, it } from 'vitest'
import { sourceMapLimits } from '../../../../src/engine/analysis/source-maps/source-map-limits.ts'
import { type BuiltPlace, packQuestion } from '../../../../src/engine/analysis/source-maps/map-question.ts'
import { readSourceMap } from '../../../../src/engine/analysis/source-maps/read-source-map.ts'

/**
 * Maps line 1 of the built file: column 1 to line 1 of the first source, column 11 to line 5 of the second one, and
 * column 21 to nothing.
 */
const mappings = 'AAAA,UCIA,U'
const mapOf = (sources: readonly unknown[], more: object = {}) => ({
  version: 3,
  sources,
  names: [],
  mappings,
  ...more,
})

/** Returns the original locations as `path:line`, or undefined for positions without one. */
function originals(
  map: unknown,
  places: readonly BuiltPlace[] = [{ line: 1, column: 1 }],
  mapPath = 'dist/index.js.map',
): (string | undefined)[] {
  const content = packQuestion({
    mapPath,
    places,
    map: Buffer.isBuffer(map) ? map : Buffer.from(typeof map === 'string' ? map : JSON.stringify(map)),
  })
  const { paths, places: answers } = readSourceMap({ content })
  return answers.map((answer) => answer?.map((value, index) => (index === 0 ? paths[value] : value)).join(':'))
}

/** Returns the path that is shown for a source. */
const shown = (source: unknown, more: object = {}, mapPath?: string) =>
  originals(mapOf([source], { mappings: 'AAAA', ...more }), undefined, mapPath)[0]?.replace(/:1$/, '')

describe('a source map', () => {
  it('says from what a place was built, by its column', () => {
    const places = [
      { line: 1, column: 1 },
      { line: 1, column: 10 },
      { line: 1, column: 11 },
      { line: 1, column: 20 },
      { line: 1, column: 25 },
      { line: 2, column: 1 },
      { line: 1 },
    ]
    expect(originals(mapOf(['../src/a.ts', '../src/b.ts']), places)).toEqual([
      'src/a.ts:1',
      'src/a.ts:1',
      'src/b.ts:5',
      'src/b.ts:5',
      undefined,
      undefined,
      'src/a.ts:1',
    ])
  })

  it('says it of a place before the first that it knows of a line', () => {
    expect(
      originals(mapOf(['a.ts'], { mappings: 'IAAA' }), [{ line: 1, column: 1 }, { line: 1 }], 'index.js.map'),
    ).toEqual(['a.ts:1', 'a.ts:1'])
  })

  it.each([
    ['../src/a.ts', 'src/a.ts'],
    ['./a.ts', 'dist/a.ts'],
    ['../../shared/a.ts', 'shared/a.ts'],
    ['../../../shared/a.ts', 'shared/a.ts'],
    ['../../../../shared/a.ts', undefined],
    ['../../../../../etc/passwd', undefined],
    ['../../../home/alice/x/a.ts', undefined],
    ['../../Users/alice/a.ts', undefined],
    ['../home/a.ts', 'home/a.ts'],
    ['..\\src\\a.ts', 'src/a.ts'],
    ['../src/a b ü.ts', 'src/a b ü.ts'],
    ['webpack://shop/./src/a.ts', 'src/a.ts'],
    ['webpack:///./src/a.ts', 'src/a.ts'],
    ['webpack://@acme/shop/./src/a.ts', 'src/a.ts'],
    ['webpack://shop/../shared/a.ts', 'shared/a.ts'],
    ['webpack://shop/./src/a.vue?1c4f', 'src/a.vue'],
    ['webpack://shop/webpack/bootstrap', undefined],
    ['webpack://shop/external commonjs "node:fs"', undefined],
    ['webpack://shop/', undefined],
    ['/home/somebody/shop/src/a.ts', undefined],
    ['file:///home/somebody/src/a.ts', undefined],
    ['C:\\Users\\somebody\\a.ts', undefined],
    ['https://cdn.example/a.js', undefined],
    ['//cdn.example/a.js', undefined],
    ['data:text/plain,a', undefined],
    ['\u0000commonjsHelpers.js', undefined],
    ['../src/\u202ea.ts', undefined],
    ['<define:x>', undefined],
    ['', undefined],
    [null, undefined],
    ['..', undefined],
    ['.', undefined],
    ['../src/', undefined],
    [`../${'a'.repeat(600)}`, undefined],
  ])('shows the source %j as %j', (source, path) => {
    expect(shown(source)).toBe(path)
  })

  it('puts its folder of sources before them', () => {
    expect(shown('a.ts', { sourceRoot: '../src' })).toBe('src/a.ts')
    expect(shown('a.ts', { sourceRoot: '/builds/shop' })).toBeUndefined()
    expect(shown('a.ts', { sourceRoot: null }, 'a.js.map')).toBe('a.ts')
  })

  it('may have sections, and comes as a data URL as well', () => {
    const sections = [
      { offset: { line: 0, column: 0 }, map: mapOf(['../src/a.ts', null]) },
      { offset: { line: 3, column: 5 }, map: mapOf(['../src/c.ts'], { mappings: 'AAQA' }) },
    ]
    const whole = JSON.stringify({ version: 3, sections })
    const places = [
      { line: 1, column: 3 },
      { line: 4, column: 6 },
      { line: 4, column: 2 },
      { line: 9, column: 1 },
    ]
    const expected = ['src/a.ts:1', 'src/c.ts:9', 'src/c.ts:9', undefined]
    for (const text of [
      whole,
      `data:application/json;charset=utf-8;base64,${Buffer.from(whole).toString('base64')}`,
      `data:application/json,${encodeURIComponent(whole)}`,
      `\uFEFF${whole}`,
      `)]}'\n${whole}`,
    ])
      expect(originals(text, places)).toEqual(expected)
  })

  it('says nothing where its lines are not of a file', () => {
    // The third value is the line: here 2^30, and -2.
    expect(originals(mapOf(['a.ts'], { mappings: 'AAggggggCA' }))).toEqual([undefined])
    expect(originals(mapOf(['a.ts'], { mappings: 'AAFA' }))).toEqual([undefined])
    expect(originals(mapOf(['a.ts'], { mappings: 'AEAA,ADAA' }))).toEqual([undefined])
    expect(originals(mapOf(['a.ts']), [{ line: 2_000_000_000, column: 2_000_000_000 }])).toEqual([undefined])
  })

  it.each([
    ['no JSON', 'not a map'],
    ['another value', 'null'],
    ['a list', '[]'],
    ['an older version', mapOf(['a.ts'], { version: 2 })],
    ['no mappings', { version: 3, sources: [] }],
    ['mappings as lists', mapOf(['a.ts'], { mappings: [[[0, 0, 0, 0]]] })],
    ['sources that are no texts', mapOf([{ toString: 1 }])],
    [
      'sections in sections',
      { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: { version: 3, sections: [] } }] },
    ],
    [
      'a section far away',
      { version: 3, sections: [{ offset: { line: sourceMapLimits.maxLines + 1, column: 0 }, map: mapOf(['a.ts']) }] },
    ],
    [
      'an address of a map elsewhere',
      { version: 3, sections: [{ offset: { line: 0, column: 0 }, url: 'https://maps.example/a.map' }] },
    ],
    ['mappings of other signs', mapOf(['a.ts'], { mappings: 'AAAA!' })],
    ['a data URL without data', 'data:application/json'],
    ['bytes', Buffer.from([0, 255, 254, 1])],
    ['what nests deep', '['.repeat(1_000_000)],
  ])('is none, and is refused: %s', (_, map) => {
    expect(() => originals(map)).toThrow()
  })

  it('says nothing by a source that it does not have', () => {
    expect(originals(mapOf([], { mappings: 'AAAA' }))).toEqual([undefined])
  })
})
