/** Replacement for the hidden part of a secret. Its length is the same for every secret. */
const mask = '******'

/** Maximum number of shown characters of a secret. At most a quarter of the secret is shown. */
const shownCharacters = 4

/**
 * Returns a secret for display: its first characters and a mask that does not reveal its length. The shown characters
 * are part of the prefix that all secrets of the kind share (`prefixLength`). They are at most four characters and at
 * most a quarter of the secret.
 */
export function maskedSecret(secret: string, prefixLength = 0): string {
  return secret.slice(0, Math.min(shownCharacters, Math.floor(secret.length / 4), prefixLength)) + mask
}

/** A range in a text, from `start` (inclusive) to `end` (exclusive), and its replacement. */
export interface MaskedPart {
  readonly start: number
  readonly end: number
  readonly shown: string
}

/**
 * Returns a text with the given parts replaced. If parts overlap, the first replacement is shown, and the remaining
 * text of the other parts is hidden.
 */
export function maskedText(text: string, parts: readonly MaskedPart[]): string {
  let masked = ''
  let at = 0
  for (const { start, end, shown } of parts.toSorted((a, b) => a.start - b.start)) {
    if (start >= at) masked += text.slice(at, start) + shown
    at = Math.max(at, end)
  }
  return masked + text.slice(at)
}
