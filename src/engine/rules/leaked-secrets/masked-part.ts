import { maskSecrets } from './mask-secrets.ts'

/**
 * What is read around a shown part, in UTF-16 units: a secret that reaches into it from before, and one that goes on
 * behind it.
 */
const margins = { before: 500, after: 4_096 }

/** Characters of which tokens and addresses consist. */
const ofTokens = /[\w+/~.%=:@&-]/

/**
 * A part of a text, as long as it or shorter, with secrets masked. It is masked together with what stands around it: of
 * a secret that the cut goes through, the rest would fit no pattern. `path` is the file that the text is from.
 */
export function maskedPart(text: string, start: number, end: number, path = ''): string {
  const before = text.slice(Math.max(start - margins.before, 0), start)
  const masked = masksOf(before + text.slice(start, end + margins.after), end + margins.after < text.length, path)
  const from = commonStart(masked, before)
  return masked.slice(from, from + end - start)
}

/**
 * The beginning of a text, long enough for `longest` characters of it to be shown, with secrets masked: for whoever
 * shortens it afterwards.
 */
export function maskedStart(text: string, longest: number, path = ''): string {
  return masksOf(text.slice(0, longest + margins.after), longest + margins.after < text.length, path)
}

/**
 * A text that somebody may have cut before at `longest` characters: where it is so long, the token at its end is
 * masked, whatever it is.
 */
export function maskedCutText(text: string, longest: number, path = ''): string {
  return (text.length < longest ? maskSecrets(text, path) : `${masksOf(text.slice(0, longest), true, path)}…`).slice(
    0,
    longest,
  )
}

/** A text with its secrets masked; of one that `isCut`, without the token that may go on behind its end. */
function masksOf(text: string, isCut: boolean, path: string): string {
  const masked = maskSecrets(text, path)
  if (!isCut) return masked
  const least = Math.max(masked.length - margins.after, 0)
  let end = masked.length
  while (end > least && ofTokens.test(masked[end - 1] ?? '')) end -= 1
  return masked.slice(0, end)
}

/** Characters at which two texts begin alike. */
function commonStart(one: string, other: string): number {
  let at = 0
  while (at < other.length && one[at] === other[at]) at += 1
  return at
}
