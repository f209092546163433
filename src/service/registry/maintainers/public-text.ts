/**
 * Marks that make a text read otherwise than it is written: of directions (https://unicode.org/reports/tr9/), without
 * width, and tags.
 */
const unseen = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u

/**
 * What is wrong with a text of a person that everybody will read, as the end of a sentence; undefined: nothing. Lines
 * may end with a line feed.
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
