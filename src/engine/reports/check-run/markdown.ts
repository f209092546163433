import { cutToCharacters } from './cut-text.ts'

/** Cells and sentences hold no more of a text that somebody else wrote. */
const longest = 300

/**
 * A text of somebody else as visible characters: what breaks lines, has no width or turns the direction of writing is
 * written as its code point, so that nothing reads otherwise than it is, https://trojansource.codes.
 */
export function visible(text: string, most = longest): string {
  return cutToCharacters(text, most)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/gu, (character) =>
      /[\t\n\r ]/.test(character)
        ? ' '
        : `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
}

/**
 * A text of somebody else as text in GitHub's Markdown, also in a cell of a table: no markup, no picture, no link, no
 * formula, no person told and no issue referred to. An invisible break parts `@` and `#` from what follows, since
 * GitHub looks for names after it has read the Markdown, where a backslash is gone
 * (https://github.github.com/gfm/#autolinks-extension- for the rest).
 */
export function markdownText(text: string, most = longest): string {
  return (
    visible(text, most)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll(/[\\`*_[\]|~!${}]/g, String.raw`\$&`)
      .replaceAll(/[@#]/g, '$&&#8203;')
      .replaceAll(/\b(gh)-(?=\d)/gi, '$1-&#8203;')
      .replaceAll('://', String.raw`\://`)
      // Also behind `_`, which begins a link there and no word here.
      .replaceAll(/(www)\./gi, String.raw`$1\.`)
      .replaceAll(
        /^(\s*)([-+=]|\d+[.)])/g,
        (_, space: string, mark: string) => `${space}${mark.slice(0, -1)}\\${mark.slice(-1)}`,
      )
  )
}

/** A text of somebody else as code, also in a cell of a table: its fence is longer than any in it. */
export function markdownCode(text: string, most = longest): string {
  const shown = visible(text, most).replaceAll('|', String.raw`\|`)
  if (shown.trim() === '') return '` `'
  const fence = '`'.repeat(longestRun(shown) + 1)
  const space = shown.startsWith('`') || shown.endsWith('`') ? ' ' : ''
  return `${fence}${space}${shown}${space}${fence}`
}

/** Lines as a block of code. */
export function markdownBlock(lines: readonly string[], language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1))
  return [`${fence}${language}`, ...lines, fence].join('\n')
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
