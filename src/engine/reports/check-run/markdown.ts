import { cutToCharacters } from './cut-text.ts'

/** Maximum length of untrusted text in a cell or sentence. */
const longest = 300

/**
 * Returns untrusted text in visible characters. Characters that break lines, have no width, or change the direction of
 * writing become their code point. Otherwise the text could look like other text, https://trojansource.codes.
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
 * Escapes untrusted text for GitHub's Markdown, also in a table cell: no markup, image, link, formula, mention, or
 * issue reference. `@` and `#` get an invisible break after them, because GitHub searches for names after it
 * has parsed the Markdown, when a backslash is gone (https://github.github.com/gfm/#autolinks-extension- for the rest).
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
      // Also after `_`: GitHub starts a link there.
      .replaceAll(/(www)\./gi, String.raw`$1\.`)
      .replaceAll(
        /^(\s*)([-+=]|\d+[.)])/g,
        (_, space: string, mark: string) => `${space}${mark.slice(0, -1)}\\${mark.slice(-1)}`,
      )
  )
}

/** Returns untrusted text as code, also for a table cell. Its fence is longer than any fence in the text. */
export function markdownCode(text: string, most = longest): string {
  const shown = visible(text, most).replaceAll('|', String.raw`\|`)
  if (shown.trim() === '') return '` `'
  const fence = '`'.repeat(longestRun(shown) + 1)
  const space = shown.startsWith('`') || shown.endsWith('`') ? ' ' : ''
  return `${fence}${space}${shown}${space}${fence}`
}

/** Returns the text of a rule, with its `code` as code and everything else escaped. */
export function markdownProse(text: string, most = 2_000): string {
  return cutToCharacters(text, most)
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? markdownCode(part.slice(1, -1), most) : markdownText(part, most)))
    .join('')
}

/** Returns lines as a code block. */
export function markdownBlock(lines: readonly string[], language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1))
  return [`${fence}${language}`, ...lines, fence].join('\n')
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
