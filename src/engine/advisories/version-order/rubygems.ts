import { digitsOf, tokenOrder, type VersionTokens } from './tokens.ts'

/**
 * Matches everything that `Gem::Version` accepts. Like OSV's parser, also accepts letters directly after the first
 * number (`1beta`).
 */
const grammar = /^\d[\da-z]*(?:\.[\da-z]+)*(?:-[\da-z-]+(?:\.[\da-z-]+)*)?$/i

/**
 * Version order of RubyGems (`Gem::Version`), https://docs.ruby-lang.org/en/master/Gem/Version.html: numbers and words.
 * Missing segments count as 0, and words sort before numbers.
 */
export const rubygemsOrder = tokenOrder((text) => {
  if (!grammar.test(text)) return undefined
  const segments = text.replaceAll('-', '.pre.').match(/\d+|[a-z]+/gi) ?? []
  const firstWord = segments.findIndex((segment) => !isNumber(segment))
  const numbers = firstWord === -1 ? segments : segments.slice(0, firstWord)
  return segmentTokens([...withoutLastZeros(numbers), ...withoutLastZeros(segments.slice(numbers.length))])
})

const ranks = { word: 0, zeroBeforeWord: 1, end: 2, zeroBeforeNumber: 3, number: 4 }

/**
 * Returns the tokens. The end of a version counts as an infinite sequence of zeros, so an explicit zero sorts before
 * the end if a word follows the zero, and after it if a number follows.
 */
function segmentTokens(segments: readonly string[]): VersionTokens {
  return [
    ...segments.map((segment, index) => {
      if (!isNumber(segment)) return { rank: ranks.word, text: segment }
      const digits = digitsOf(segment)
      if (digits !== '0') return { rank: ranks.number, digits }
      const next = segments.slice(index).find((later) => !isZero(later)) ?? ''
      return { rank: isNumber(next) ? ranks.zeroBeforeNumber : ranks.zeroBeforeWord }
    }),
    { rank: ranks.end },
  ]
}

function withoutLastZeros(segments: readonly string[]): readonly string[] {
  return segments.slice(0, segments.findLastIndex((segment) => !isZero(segment)) + 1)
}

const isNumber = (segment: string) => /^\d/.test(segment)
const isZero = (segment: string) => /^0+$/.test(segment)
