import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseIgnorePatterns } from '../../../src/engine/sources/folder/ignore-pattern.ts'
import { asBytes, IgnoreRules } from '../../../src/engine/sources/folder/ignore-rules.ts'
import { workingTree } from '../../support/working-tree.ts'

/** Returns whether a path or one of its parent folders is ignored. A path that ends with `/` is a folder. */
function ignores(patterns: string | Buffer, path: string): boolean {
  const rules = new IgnoreRules(parseIgnorePatterns(Buffer.from(patterns)), 0)
  const components = withoutSlash(path).split('/').map(asBytes)
  return components.some((_name, index) =>
    rules.ignores(components.slice(0, index + 1), index < components.length - 1 || path.endsWith('/')),
  )
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '')

describe('patterns of git', () => {
  it.each<[pattern: string, ignored: string[], read: string[]]>([
    ['a', ['a', 'x/a', 'a/x', 'a/'], ['b', 'aa', 'x/b']],
    ['/a', ['a', 'a/x'], ['x/a']],
    ['a/', ['a/', 'a/x', 'x/a/'], ['a', 'x/a']],
    ['x/a', ['x/a', 'x/a/y'], ['y/x/a', 'a']],
    ['*.js', ['a.js', 'x/.js', 'x/b.js'], ['a.jsx', 'js']],
    ['a*c', ['ac', 'abc', 'abbc', 'x/a.c'], ['ab', 'xac']],
    ['x/*', ['x/a', 'x/b/c'], ['y/x/a']],
    ['x/*/c', ['x/b/c'], ['x/c', 'x/a/b/c']],
    ['**/a', ['a', 'x/a', 'x/y/a'], ['ab']],
    ['a/**', ['a/x', 'a/x/y'], ['a', 'b']],
    ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['x/a/b', 'ab']],
    ['**', ['a', 'x/y'], []],
    ['a**b/c', ['ab/c', 'axb/c'], ['a/b/c', 'a/x/b/c']],
    ['?', ['a'], ['ab', 'é']],
    ['??', ['ab', 'é'], ['a']],
    ['[a-c]', ['a', 'c'], ['d', '-']],
    ['[!a-c]', ['d', '-'], ['a']],
    ['[^a]', ['b'], ['a']],
    ['[]a]', [']', 'a'], ['b']],
    ['[a-]', ['a', '-'], ['b']],
    ['[[:digit:]x]', ['7', 'x'], ['d']],
    ['[[:unknown:]]', [], ['u', ':']],
    ['[a', [], ['a', '[a']],
    ['\\*', ['*'], ['a']],
    ['a\\', [], ['a', 'a\\']],
    ['# comment', [], ['# comment', 'comment']],
    ['\\#a', ['#a'], []],
    ['\\!a', ['!a'], ['a']],
    ['a ', ['a'], ['a ']],
    ['a\\ ', ['a '], ['a']],
    ['a\r', ['a'], ['a\r']],
    ['*\n!keep', ['a'], ['keep']],
    ['x/\n!x/keep', ['x/keep', 'x/a'], ['keep']],
    ['a\n!a\na', ['a'], []],
    ['\uFEFFa', ['a'], []],
    ['', [], ['a']],
    ['/', [], ['a', 'a/b']],
    ['/**\\/a', ['b/a', 'b/c/a'], ['a', 'b']],
    ['x/**\\/a', ['x/b/a', 'x/b/c/a'], ['x/a', 'b/a']],
  ])('%j', (patterns, ignored, read) => {
    expect(Object.fromEntries([...ignored, ...read].map((path) => [path, ignores(patterns, path)]))).toEqual(
      Object.fromEntries([...ignored.map((path) => [path, true]), ...read.map((path) => [path, false])]),
    )
  })

  it('are understood as git itself understands them', () => {
    using tree = workingTree()
    tree.git(['init', '-q'])
    const piece = fc.constantFrom(
      'a',
      'b',
      'ab',
      '*',
      '**',
      '?',
      '/',
      '/',
      '**/',
      '/**',
      '[ab]',
      '[!a]',
      '[^b-]',
      '[a',
      ']',
      '\\',
      '\\a',
      '\\*',
      '!',
      '#',
      ' ',
      '.',
      'é',
      '[[:alpha:]]',
      '[[:digit:]]',
      '-',
    )
    const line = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''))
    const name = fc
      .array(fc.constantFrom('a', 'b', 'ab', '.', '-', 'é', '*', '\\', '!', '#', '1', ' '), {
        minLength: 1,
        maxLength: 3,
      })
      .map((parts) => parts.join(''))
      .filter((text) => !['.', '..'].includes(text))
    const paths = fc.sample(
      fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/')),
      { seed: 7, numRuns: 400 },
    )
    // Removes files whose path is also a folder of other files.
    const files = [...new Set(paths)].filter((path) => !paths.some((other) => other.startsWith(`${path}/`)))
    tree.write(Object.fromEntries(files.map((path) => [path, ''])))
    const folders = new Set(
      files.flatMap((path) =>
        path
          .split('/')
          .slice(0, -1)
          .map((_name, index, names) => `${names.slice(0, index + 1).join('/')}/`),
      ),
    )
    const asked = [...files, ...folders]
    expect(asked.length).toBeGreaterThan(300)
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
        tree.write({ '.git/info/exclude': lines.join('\n') })
        // With a trailing slash, git would answer for the folder's contents.
        const told = tree.git(
          ['check-ignore', '--no-index', '--stdin', '-z'],
          asked.map((path) => `${withoutSlash(path)}\0`).join(''),
        )
        const ignored = new Set(Buffer.from(told, 'latin1').toString().split('\0'))
        expect(asked.filter((path) => ignores(lines.join('\n'), path))).toEqual(
          asked.filter((path) => ignored.has(withoutSlash(path))),
        )
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    '*a'.repeat(200),
    '**/a/'.repeat(200) + 'b',
    '[a-z]*'.repeat(200),
    '**/*a/'.repeat(100) + 'b',
    '?*'.repeat(300),
  ])('that make others count for ever cost nothing: %.20s…', (pattern) => {
    const rules = new IgnoreRules(parseIgnorePatterns(Buffer.from(pattern)), 0)
    const startedAt = performance.now()
    rules.ignores([`${'a'.repeat(250)}b`], false)
    rules.ignores(
      Array.from({ length: 200 }, () => 'aa'),
      false,
    )
    expect(performance.now() - startedAt).toBeLessThan(500)
  })
})
