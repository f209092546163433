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
  if (!text.isWellFormed()) return 'has broken Unicode in it'
  if (/[^\P{Cc}\n]/u.test(text)) return 'has control characters in it; lines end with a line feed'
  if (unseen.test(text)) return 'has characters in it that nobody sees'
  const length = text.trim().length
  if (length < least) return `should have at least ${least} characters`
  return text.length > most ? `should have at most ${most} characters` : undefined
}
