/**
 * A text of somebody else as one line of visible characters: what breaks lines, has no width or turns the direction of
 * writing is written as its code point, https://trojansource.codes. `##[` begins a command wherever it stands in a line
 * of a log.
 *
 * @param most characters that are kept
 */
export function printable(text: string, most = 300): string {
  const characters = Array.from(text.slice(0, 2 * most + 2).toWellFormed())
  const kept = characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text.toWellFormed()
  return kept
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/gu, (character) =>
      /\s/.test(character) ? ' ' : `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replaceAll('##[', '# #[')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * The same in HTML; an invisible break parts `@` and `#` from what follows, so that nobody is told and no issue is
 * referred to.
 */
export function htmlText(text: string, most?: number): string {
  return printable(text, most)
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
    .replaceAll(/[@#]/g, '$&&#8203;')
}

/** `1 finding`, `2 findings`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
