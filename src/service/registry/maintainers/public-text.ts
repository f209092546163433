/** Invisible characters: directional marks (https://unicode.org/reports/tr9/), zero-width characters, and tags. */
const unseen = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u

/**
 * Returns what is wrong with a text that a user wants to publish, as the end of a sentence, or undefined if it is
 * valid. Line feeds are allowed.
 */
export function publicTextProblem(
  text: string,
  { least, most }: { readonly least: number; readonly most: number },
): string | undefined {
  if (!text.isWellFormed()) return 'contains invalid Unicode'
  if (/[^\P{Cc}\n]/u.test(text)) return 'contains control characters; only line feeds are allowed'
  if (unseen.test(text)) return 'contains invisible characters'
  const length = text.trim().length
  if (length < least) return `must have at least ${least} characters`
  return text.length > most ? `must have at most ${most} characters` : undefined
}
