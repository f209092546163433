import type { VersionOrder } from './version-order.ts'

/**
 * One step of a version on its way to being compared. Ranks decide first: they tell a number from a
 * word, a word from the end. Then numbers count by value and texts by code units.
 */
export interface Token {
  /** One digit. */
  readonly rank: number
  /** Decimal digits without leading zeros: advisories carry numbers beyond 2^53, which `Number` would round. */
  readonly digits?: string
  /** Printable ASCII without spaces. */
  readonly text?: string
}

/**
 * A version as a list of tokens, compared token by token. The last token of each list has a rank that
 * nothing else has at its place: no list is the beginning of another.
 */
export type VersionTokens = readonly Token[]

/** node-semver's `MAX_LENGTH`; versions in OSV's exports stay under 60 characters. */
const maxLength = 256

/** An order by tokens. `read` gets trimmed, printable ASCII of bounded length. */
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

/** A number without its leading zeros. */
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

/** Ranks as they are, numbers after their length, texts before a space, which stands before all that is in them. */
function tokensKey(tokens: VersionTokens): string {
  let key = ''
  for (const { rank, digits, text } of tokens) {
    key += rank
    if (digits !== undefined) key += lengthKey(digits.length) + digits
    if (text !== undefined) key += `${text} `
  }
  return key
}

/** `1` to `9` and on to `a` for lengths below 50, then `~050` and so on. */
function lengthKey(length: number): string {
  return length < 50 ? String.fromCharCode(48 + length) : `~${String(length).padStart(3, '0')}`
}
