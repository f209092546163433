import { cutToCharacters } from './cut-text.ts'

/** Maximum length of untrusted text in a table cell or sentence. */
const longest = 300

/**
 * Makes deceptive characters in untrusted text visible. Replaces characters that break lines, have no width, or change
 * the text direction with their code points, because they can make a string look different from its actual content:
 * https://trojansource.codes.
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

/** Matches words, including names, versions, and URLs. */
const word = /[\p{L}\p{N}_./:+%~=@#-]+/gu
/** Matches text that GitHub would link to a user, an issue, or a commit. */
const reference = /@\w|#\d|(?<![\p{L}\p{N}])gh-\d/iu

/**
 * Escapes untrusted text for GitHub's Markdown, including table cells: no markup, images, links, formulas, mentions, or
 * issue references. Words that GitHub would turn into mentions or references are formatted as code, because GitHub
 * looks for them after it has parsed the Markdown, when backslashes are already gone. For other links, see
 * https://github.github.com/gfm/#autolinks-extension-. Readers can copy the exact name from the code.
 */
export function markdownText(text: string, most = longest): string {
  const shown = visible(text, most)
  const parts: string[] = []
  let end = 0
  for (const { 0: run, index } of shown.matchAll(word)) {
    const name = run.replace(/(?<![.:])[.:]+$/, '')
    if (!reference.test(name)) continue
    parts.push(escaped(shown.slice(end, index), end === 0), `\`${name}\``)
    end = index + name.length
  }
  return [...parts, escaped(shown.slice(end), end === 0)].join('')
}

/** @param isFirst whether the text may appear at the start of a line */
function escaped(text: string, isFirst: boolean): string {
  const inline = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_[\]|~!${}]/g, String.raw`\$&`)
    .replaceAll('://', String.raw`\://`)
    // GitHub also starts an autolink after `_`.
    .replaceAll(/(www)\./gi, String.raw`$1\.`)
  return isFirst
    ? inline.replace(
        /^(\s*)([-+=#]|\d+[.)])/,
        (_, space: string, mark: string) => `${space}${mark.slice(0, -1)}\\${mark.slice(-1)}`,
      )
    : inline
}

/** Formats untrusted text as code, also in table cells. The fence is longer than any fence in the text. */
export function markdownCode(text: string, most = longest): string {
  const shown = visible(text, most).replaceAll('|', String.raw`\|`)
  if (shown.trim() === '') return '` `'
  const fence = '`'.repeat(longestRun(shown) + 1)
  const space = shown.startsWith('`') || shown.endsWith('`') ? ' ' : ''
  return `${fence}${space}${shown}${space}${fence}`
}

/** Formats rule text. Keeps its inline `code` and escapes everything else. */
export function markdownProse(text: string, most = 2_000): string {
  return cutToCharacters(text, most)
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? markdownCode(part.slice(1, -1), most) : markdownText(part, most)))
    .filter((part) => part !== '')
    .reduce((before, part) => before + (before.endsWith('`') && part.startsWith('`') ? ' ' : '') + part, '')
}

/** Removes the backticks around `code` in rule text, for output without Markdown. */
export const withoutMarkup = (text: string): string => text.replaceAll(/`([^`\n]+)`/g, '$1')

/** Formats lines as a code block. */
export function markdownBlock(lines: readonly string[], language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1))
  return [`${fence}${language}`, ...lines, fence].join('\n')
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
