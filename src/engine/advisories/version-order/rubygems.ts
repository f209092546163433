import { digitsOf, tokenOrder, type VersionTokens } from './tokens.ts'

/** The pattern of `Gem::Version`, and letters directly after the first number (`1beta`), which OSV's parser accepts. */
const grammar = /^\d[\da-z]*(?:\.[\da-z]+)*(?:-[\da-z-]+(?:\.[\da-z-]+)*)?$/i

/**
 * RubyGems' `Gem::Version`, https://docs.ruby-lang.org/en/master/Gem/Version.html: numbers and words. Missing ones are
 * 0, and a word comes before any number.
 */
export const rubygemsOrder = tokenOrder((text) => {
  if (!grammar.test(text)) return undefined
  const segments = text.replaceAll('-', '.pre.').match(/\d+|[a-z]+/gi) ?? []
  const firstWord = segments.findIndex((segment) => !isNumber(segment))
  const numbers = firstWord === -1 ? segments : segments.slice(0, firstWord)
  return segmentTokens([...withoutLastZeros(numbers), ...withoutLastZeros(segments.slice(numbers.length))])
})

const ranks = { word: 0, zeroBeforeWord: 1, end: 2, zeroBeforeNumber: 3, number: 4 }

/** The end represents infinite zeros: a zero is below it if a word follows, and above it if a number follows. */
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
