import { digitsOf, type Token, tokenOrder } from './tokens.ts'

/** Matches the epoch, the upstream version, and the revision after the last hyphen. */
const grammar = /^(?:(\d+):)?([a-z\d.+~-]+?)(?:-([a-z\d.+~]*))?$/i

/**
 * Version order for Debian and its derivatives, https://www.debian.org/doc/debian-policy/ch-controlfields.html#version.
 * Runs of non-digits alternate with numbers. A tilde sorts before the end of the version, letters sort before other
 * characters, and a missing number or revision counts as 0.
 */
export const dpkgOrder = tokenOrder((text) => {
  const [, epoch = '0', upstream = '', revision = ''] = grammar.exec(text) ?? []
  if (upstream === '') return undefined
  return [{ rank: ranks.number, digits: digitsOf(epoch) }, ...partTokens(upstream), ...partTokens(revision)]
})

const ranks = { tilde: 0, number: 1, letter: 2, other: 3 }

/**
 * Returns the tokens of a part. A number follows each run of non-digits, so the end token is always at a position that
 * cannot hold a number.
 */
function partTokens(part: string): Token[] {
  const tokens: Token[] = []
  for (const [, run = '', digits = ''] of part.matchAll(/(\D*)(\d*)/g)) {
    if (run === '' && digits === '' && tokens.length > 0) continue
    for (const character of run) tokens.push(characterToken(character))
    tokens.push({ rank: ranks.number, digits: digitsOf(digits === '' ? '0' : digits) })
  }
  return [...tokens, { rank: ranks.number }]
}

function characterToken(character: string): Token {
  if (character === '~') return { rank: ranks.tilde }
  return { rank: /[a-z]/i.test(character) ? ranks.letter : ranks.other, text: character }
}
