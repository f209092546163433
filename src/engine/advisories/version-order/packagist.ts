import { digitsOf, type Token, tokenOrder } from './tokens.ts'

/**
 * PHP's stage names, https://www.php.net/version_compare. A word that starts with one of them counts as that stage.
 * Other words sort first.
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
 * Packagist's version order as implemented by OSV: PHP's `version_compare`, but case-insensitive like Composer.
 * Compares numbers and words. Some words sort before the end of the version, and `pl` sorts after it. `1.0` sorts
 * before `1.0.0`.
 */
export const packagistOrder = tokenOrder((text) => {
  if (text.includes(' ')) return undefined
  // In PHP, `#` equals any number, so it would be equal to both 1 and 2. It is treated as a separator here.
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
