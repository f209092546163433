import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordDiff } from '../../../../src/engine/reports/changes/word-diff.ts'

const shown = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : `${kind === 'added' ? '+' : '-'}[${text}]`))
    .join(' ')

describe('the difference of two texts by words', () => {
  it.each([
    ['Adds two numbers.', 'Adds two numbers.', 'Adds two numbers.'],
    ['', 'Adds two numbers.', '+[Adds two numbers.]'],
    ['Adds two numbers.', '', '-[Adds two numbers.]'],
    ['Reads a file.', 'Reads any file of the disk.', 'Reads -[a file.] +[any file of the disk.]'],
    ['a b c d', 'a x c y d', 'a -[b] +[x] c +[y] d'],
    ['Adds.\n  Always.', 'Adds. Always.', 'Adds. Always.'],
  ])('of %j and %j is %j', (before, after, text) => {
    expect(shown(before, after)).toBe(text)
  })

  it('has all words of both texts, also of long ones', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'long'), { maxLength: 40 })
    fc.assert(
      fc.property(words, words, (before, after) => {
        const parts = wordDiff(before.join(' '), after.join(' '))
        const of = (kind: string) =>
          parts.flatMap((part) => (part.kind === 'same' || part.kind === kind ? part.text.split(' ') : []))
        expect(of('removed')).toEqual(before)
        expect(of('added')).toEqual(after)
      }),
    )
    const long = Array.from({ length: 5_000 }, (_, index) => `w${index}`)
    expect(wordDiff(long.join(' '), long.toReversed().join(' '))).toHaveLength(2)
  })
})
