import { digitsOf, type Token, tokenOrder } from './tokens.ts'

/**
 * PHP's words for stages, https://www.php.net/version_compare; what only begins with one counts as it. Other words come
 * first of all.
 */
const stages: readonly (readonly [string, number])[] = [
  ['dev', 1],
  ['a', 2],
  ['b', 3],
  ['rc', 4],
  ['p', 7],
]
const ranks = { otherWord: 0, end: 5, number: 6 }

/**
 * Packagist as OSV compares it, by PHP's `version_compare`, but without case, as Composer reads
 * stages: numbers and words, of which some come before the end and `pl` after it. `1.0` comes before `1.0.0`.
 */
export const packagistOrder = tokenOrder((text) => {
  if (text.includes(' ')) return undefined
  // `#` stands for any number in PHP, which so takes 1 and 2 for the same as #: it says nothing here.
  const parts = text
    .toLowerCase()
    .replace(/^v(?=\d)/, '')
    .replaceAll('#', '.')
    .match(/\d+|[^\d._+-]+/g)
  return parts ? [...parts.map(partToken), { rank: ranks.end }] : undefined
})

function partToken(part: string): Token {
  if (/^\d/.test(part)) return { rank: ranks.number, digits: digitsOf(part) }
  return { rank: stages.find(([stage]) => part.startsWith(stage))?.[1] ?? ranks.otherWord }
}
