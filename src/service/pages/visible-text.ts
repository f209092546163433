/**
 * Makes untrusted text safe to display. Spells out invisible characters and characters that change the writing
 * direction (https://trojansource.codes). Line breaks and tabs become spaces. The renderer escapes HTML.
 */
export function visibleText(text: string, maxLength = 500): string {
  const start = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
  return spelledOut(start.toWellFormed().replaceAll(/[\t\n\r]+/g, ' '))
}

/**
 * Makes lines of untrusted code safe to display. Limits their number and length, spells out invisible characters, and
 * expands tabs to two spaces. Splits at all Unicode line breaks, so that a carriage return hides nothing.
 */
export function visibleLines(
  code: string,
  { lines = 14, characters = 220 }: { readonly lines?: number; readonly characters?: number } = {},
): string[] {
  const all = code.slice(0, maxCodeLength).split(/\r\n|[\n\r\u2028\u2029]/, lines + 1)
  const shown = all
    .slice(0, lines)
    .map((line) =>
      spelledOut(
        (line.length > characters ? `${line.slice(0, characters)} …` : line).toWellFormed().replaceAll('\t', '  '),
      ),
    )
  return all.length > lines || code.length > maxCodeLength ? [...shown, '…'] : shown
}

/** Maximum length to process, because a single line can have megabytes. */
const maxCodeLength = 100_000

/**
 * Invisible characters: controls, formats, unassigned code points, fillers, variation selectors, and the Braille blank.
 * A variation selector after an emoji is part of the emoji and is kept.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * Matches seven or more combining marks on one letter. They would cover adjacent lines, and no writing system needs
 * them.
 */
const piledMarks = /(\p{M}{6})(\p{M}+)/gu

function spelledOut(text: string): string {
  return text
    .replaceAll(/(\p{Extended_Pictographic})\uFE0F/gu, '$1')
    .replaceAll(
      unseen,
      (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
    )
    .replaceAll(piledMarks, (_, shown: string, more: string) => `${shown}⟨${[...more].length} more marks⟩`)
}

/** Returns a URL that is safe to link to, or undefined if it is not http or https, such as `javascript:`. */
export function linkable(address: string): string | undefined {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}
