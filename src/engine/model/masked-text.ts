/** What stands for the part of a secret that nobody may see; the same for every length. */
const mask = '******'

/** Of a secret no more is ever shown than so many characters, and no more than a quarter. */
const shownCharacters = 4

/**
 * A secret as it may be shown: its first characters, as far as all secrets of its kind begin so (`prefixLength`) and
 * never more than four or a quarter, and a mask that does not tell its length.
 */
export function maskedSecret(secret: string, prefixLength = 0): string {
  return secret.slice(0, Math.min(shownCharacters, Math.floor(secret.length / 4), prefixLength)) + mask
}

/** A part of a text, from `start` up to but not `end`, and what stands in its place. */
export interface MaskedPart {
  readonly start: number
  readonly end: number
  readonly shown: string
}

/**
 * A text with parts of it replaced. Of parts that overlap the first counts, and the others hide what they have beyond
 * it.
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
