import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedLinesOf } from '../../../../src/engine/reports/check-run/changed-lines.ts'
import { workingTree } from '../../../support/working-tree.ts'

describe('the lines that a diff adds', () => {
  it.each<[string, string, (readonly [number, number])[]]>([
    ['a new file', '@@ -0,0 +1,3 @@\n+a\n+b\n+c', [[1, 3]]],
    ['one line', '@@ -1 +1 @@\n-a\n+b', [[1, 1]]],
    ['only removals', '@@ -1,2 +1 @@\n a\n-b', []],
    [
      'two stretches in a hunk',
      '@@ -10,4 +10,6 @@ function f() {\n a\n+b\n c\n+d\n e\n f',
      [
        [11, 11],
        [13, 13],
      ],
    ],
    [
      'two hunks',
      '@@ -1,2 +1,3 @@\n a\n+b\n c\n@@ -20,2 +21,3 @@\n a\n b\n+c',
      [
        [2, 2],
        [23, 23],
      ],
    ],
    [
      'no line break at the end',
      '@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n\\ No newline at end of file',
      [[1, 2]],
    ],
    ['a text that looks like headers', '@@ -1,2 +1,3 @@\n-@@ -1 +9 @@\n+@@ -9 +99 @@\n+++ b\n a', [[1, 2]]],
    ['nothing', '', []],
    ['no diff', 'Binary files differ', []],
    ['a diff that ends too early', '@@ -1,9 +1,9 @@\n a\n+b', [[2, 2]]],
    ['a header without sense', '@@ -x +y @@\n+a', []],
    ['more lines than the header counts', '@@ -1 +1 @@\n-a\n+b\n+c', [[1, 1]]],
    ['numbers without end', '@@ -1 +99999999999999999999 @@\n+a', []],
  ])('of %s', (_, patch, ranges) => {
    expect(changedLinesOf(patch)).toEqual(ranges)
  })

  it('are what git says, for any two texts', () => {
    using tree = workingTree()
    const text = fc.array(fc.constantFrom('a', 'b', '+', '-', '@@ -1 +1 @@', '', '\\ x'), { maxLength: 25 })
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 3 }), (before, after, context) => {
        tree.write({
          before: before.map((line) => `${line}\n`).join(''),
          after: after.map((line) => `${line}\n`).join(''),
        })
        const patch = diff(tree.path, context)
        const added = changedLinesOf(patch).flatMap(([first, last]) =>
          Array.from({ length: last - first + 1 }, (_, index) => first + index),
        )
        // The lines that git keeps are a common subsequence of both texts.
        const kept = after.filter((_, index) => !added.includes(index + 1))
        expect(added.length).toBe(patch.split('\n').filter((line) => line.startsWith('+')).length)
        expect(isPartOf(kept, before)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})

/** Returns the part of git's diff that GitHub returns as `patch`. */
function diff(folder: string, context: number): string {
  try {
    execFileSync('git', ['diff', '--no-index', `-U${context}`, 'before', 'after'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return ''
  } catch (error) {
    if (!(error instanceof Error) || !('stdout' in error)) throw error
    const text = String(error.stdout)
    return text.slice(text.indexOf('\n@@') + 1).replace(/\n$/, '')
  }
}

function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0
  for (const line of whole) if (at < part.length && part[at] === line) at += 1
  return at === part.length
}
