import type { VersionOrder } from './version-order.ts'

/**
 * Version token. Ranks are compared first; they separate numbers, words, and the end. If the ranks are equal, numbers
 * are compared by value and texts by code units.
 */
export interface Token {
  /** Rank, a single digit. */
  readonly rank: number
  /**
   * Decimal digits without leading zeros. Not a `Number`, which would round numbers above 2^53 that occur in
   * advisories.
   */
  readonly digits?: string
  /** Text in printable ASCII without spaces. */
  readonly text?: string
}

/**
 * Version as a list of tokens that are compared one at a time. The last token has a rank that occurs nowhere else at
 * its position, so no list is a prefix of another.
 */
export type VersionTokens = readonly Token[]

/**
 * Maximum version length, equal to node-semver's `MAX_LENGTH`. Versions in OSV's exports have fewer than 60 characters.
 */
const maxLength = 256

/** Creates a version order from a tokenizer. `read` receives trimmed, printable ASCII of limited length. */
export function tokenOrder(read: (text: string) => VersionTokens | undefined): VersionOrder<VersionTokens> {
  return {
    parse(text) {
      const trimmed = text.trim()
      return text.length <= maxLength && /^[\x20-\x7e]+$/.test(trimmed) ? read(trimmed) : undefined
    },
    compare: compareTokens,
    sortKey: tokensKey,
  }
}

/** Removes leading zeros from a number. */
export function digitsOf(text: string): string {
  return text.replace(/^0+(?=\d)/, '')
}

function compareTokens(a: VersionTokens, b: VersionTokens): number {
  for (const [index, left] of a.entries()) {
    const right = b[index]
    if (!right) return 1
    const difference =
      left.rank - right.rank ||
      compareDigits(left.digits ?? '', right.digits ?? '') ||
      compareText(left.text ?? '', right.text ?? '')
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function compareDigits(a: string, b: string): number {
  return a.length - b.length || compareText(a, b)
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/**
 * Returns a sort key. Ranks are copied, numbers are prefixed with their length, and texts end with a space, which sorts
 * before every character that texts contain.
 */
function tokensKey(tokens: VersionTokens): string {
  let key = ''
  for (const { rank, digits, text } of tokens) {
    key += rank
    if (digits !== undefined) key += lengthKey(digits.length) + digits
    if (text !== undefined) key += `${text} `
  }
  return key
}

/**
 * Encodes a length as one character if it is below 50 (`1` to `9`, then `:` and so on in ASCII order), and otherwise as
 * `~050` and so on.
 */
function lengthKey(length: number): string {
  return length < 50 ? String.fromCharCode(48 + length) : `~${String(length).padStart(3, '0')}`
}
