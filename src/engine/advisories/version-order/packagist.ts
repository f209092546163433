import { digitsOf, type Token, tokenOrder } from './tokens.ts'

/**
 * PHP's words for stages, https://www.php.net/version_compare. A word that starts with one counts as it. Other words
 * come first.
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
 * Packagist as OSV compares it, with PHP's `version_compare`, but case-insensitive, as Composer parses stages: numbers
 * and words. Some words come before the end, and `pl` after it. `1.0` comes before `1.0.0`.
 */
export const packagistOrder = tokenOrder((text) => {
  if (text.includes(' ')) return undefined
  // In PHP, `#` represents any number, so that 1 and 2 are equal to #. It is ignored here.
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
