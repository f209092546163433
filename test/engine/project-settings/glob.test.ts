import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileGlob } from '../../../src/engine/project-settings/glob.ts'

function matches(pattern: string, path: string): boolean {
  const glob = compileGlob(pattern)
  if ('problem' in glob) throw new Error(glob.problem)
  return glob.matches(path)
}

describe('a pattern of assay.yml', () => {
  it.each([
    ['package-lock.json', 'package-lock.json', true],
    ['package-lock.json', 'web/package-lock.json', false],
    ['*', 'a', true],
    ['*', 'a/b', false],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/a/b.ts', false],
    ['src/*.ts', 'src/.ts', true],
    ['**', 'a/b/c', true],
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'a/b/c.ts', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b', 'a/x/y/bc', false],
    ['a/**/x/**/b', 'a/x/b/x/c/b', true],
    ['examples/', 'examples/deep/file', true],
    ['examples/', 'other/examples/file', false],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['a?c', 'a🦊c', true],
    ['*a*b*', 'xxaxxbxx', true],
    ['*a*b*', 'xxbxxaxx', false],
    ['*ab', 'aab', true],
    ['{src,test}/**', 'test/x/y', true],
    ['{src,test}/**', 'docs/x', false],
    ['a.{js,ts}{,x}', 'a.tsx', true],
    ['pages/[id].ts', 'pages/[id].ts', true],
    ['pages/[id].ts', 'pages/i.ts', false],
    ['a.b', 'axb', false],
    ['release/*', 'release/1.x', true],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected)
  })

  it.each([
    ['', 'a pattern is required'],
    ['/src', 'cannot start with /'],
    ['./src', 'cannot start with /'],
    ['!src/**', 'include and exclude'],
    ['src\\*', 'not supported'],
    ['src/**.ts', 'complete path segment'],
    ['a**', 'complete path segment'],
    ['{a', 'braces'],
    ['a}', 'braces'],
    ['{a}', 'braces'],
    ['{a,{b,c}}', 'braces'],
    ['{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}', 'at most 50'],
    ['x'.repeat(201), 'at most 200 characters'],
  ])('refuses %s', (pattern, problem) => {
    expect(compileGlob(pattern)).toEqual({ problem: expect.stringContaining(problem) })
  })

  it('says the same as a regular expression that is made from it, for every short pattern and path', () => {
    const path = fc
      .array(fc.string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 4,
      })
      .map((segments) => segments.join('/'))
    const pattern = fc
      .array(
        fc.oneof(
          fc.constant('**'),
          fc
            .string({ unit: fc.constantFrom('a', 'b', '.', '?', '*'), minLength: 1, maxLength: 4 })
            .filter((text) => !text.includes('**')),
        ),
        { minLength: 1, maxLength: 4 },
      )
      .map((segments) => segments.join('/'))
      .filter((text) => !text.startsWith('./'))
    fc.assert(
      fc.property(pattern, path, (pattern, path) => {
        expect([pattern, path, matches(pattern, path)]).toEqual([
          pattern,
          path,
          regularExpression(pattern).test(`${path}/`),
        ])
      }),
      { numRuns: 3_000 },
    )
  })

  it('stays cheap on patterns that make regular expressions take seconds', () => {
    const stars = compileGlob(`${'**/a*a*a*a*/'.repeat(12)}*b*`)
    if ('problem' in stars) throw new Error(stars.problem)
    const path = Array.from({ length: 60 }, () => 'a'.repeat(30)).join('/')
    const from = performance.now()
    expect(stars.matches(path)).toBe(false)
    // Takes 20 ms (measured). A backtracking matcher would practically never finish this pair.
    expect(performance.now() - from).toBeLessThan(5_000)
  })
})

/** Every segment ends with a slash, so that `**` matches any number of segments. */
function regularExpression(pattern: string): RegExp {
  const segments = pattern.split('/').map((segment) =>
    segment === '**'
      ? '(?:[^/]+/)*'
      : `${segment
          .replaceAll('.', String.raw`\.`)
          .replaceAll('*', '[^/]*')
          .replaceAll('?', '[^/]')}/`,
  )
  return new RegExp(`^${segments.join('')}$`)
}
