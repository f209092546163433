import { maskSecrets } from './mask-secrets.ts'

/**
 * Length of the text that is read around a displayed part, in UTF-16 code units, to find secrets that cross its
 * boundaries.
 */
const margins = { before: 500, after: 4_096 }

/** Characters in tokens and URLs. */
const ofTokens = /[\w+/~.%=:@&-]/

/**
 * Returns a part of a text with secrets masked. Also reads the text around the part, because a truncated secret matches
 * no pattern. The result is at most as long as the part.
 *
 * @param path path of the file that contains the text
 */
export function maskedPart(text: string, start: number, end: number, path = ''): string {
  const before = text.slice(Math.max(start - margins.before, 0), start)
  const masked = masksOf(before + text.slice(start, end + margins.after), end + margins.after < text.length, path)
  const from = commonStart(masked, before)
  return masked.slice(from, from + end - start)
}

/** Returns the start of a text with secrets masked. It is long enough for the caller to show `longest` characters. */
export function maskedStart(text: string, longest: number, path = ''): string {
  return masksOf(text.slice(0, longest + margins.after), longest + margins.after < text.length, path)
}

/**
 * Masks the secrets in a text that may have been truncated to `longest` characters. A text of that length loses its
 * last token.
 */
export function maskedCutText(text: string, longest: number, path = ''): string {
  return (text.length < longest ? maskSecrets(text, path) : `${masksOf(text.slice(0, longest), true, path)}…`).slice(
    0,
    longest,
  )
}

/** Masks the secrets in a text. A truncated text loses its last token, which may be incomplete. */
function masksOf(text: string, isCut: boolean, path: string): string {
  const masked = maskSecrets(text, path)
  if (!isCut) return masked
  const least = Math.max(masked.length - margins.after, 0)
  let end = masked.length
  while (end > least && ofTokens.test(masked[end - 1] ?? '')) end -= 1
  return masked.slice(0, end)
}

/** Returns the length of the common prefix of two texts. */
function commonStart(text: string, other: string): number {
  let at = 0
  while (at < other.length && text[at] === other[at]) at += 1
  return at
}
