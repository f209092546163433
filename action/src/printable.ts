/**
 * Returns untrusted text as one line of visible characters. Replaces characters that break lines, have no width, or
 * change the writing direction with their code points (https://trojansource.codes). Also breaks up `##[`, which starts
 * a command anywhere in a log line.
 *
 * @param most maximum number of characters
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

/** Returns a number with its noun: `1 finding`, `2 findings`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
