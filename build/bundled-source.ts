import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'

/**
 * Returns a built module, prepared for bundling.
 *
 * - `z` becomes a namespace import, because bundles then contain only the used parts: a quarter of zod.
 * - Regular expressions become ASCII. esbuild does that for other text. A single other character makes V8 store the
 *   whole
 *   bundle in two bytes per character, which costs each start of Node 10 ms and 9 MB (measured).
 */
export function bundledSource(path: string): string {
  const text = readFileSync(path, 'utf8').replace(/^import \{ z \} from 'zod';$/m, "import * as z from 'zod';")
  return withAsciiPatterns(path, text)
}

const otherThanAscii = /[^\0-\x7F]/g

/** Escapes non-ASCII characters in regular expressions: in literals, and in `new RegExp(String.raw…)`. */
function withAsciiPatterns(path: string, text: string): string {
  if (text.search(otherThanAscii) === -1) return text
  const spans: Span[] = []
  const patterns: Span[] = []
  const rawTexts: Span[] = []
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) spans.push(node)
    },
    NewExpression: ({ callee, arguments: [pattern] }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp' && pattern !== undefined) patterns.push(pattern)
    },
    TaggedTemplateExpression: ({ tag, quasi }) => {
      if (tag.type === 'MemberExpression' && text.slice(tag.start, tag.end) === 'String.raw') rawTexts.push(quasi)
    },
  }).visit(parseSync(path, text).program)
  for (const raw of rawTexts) {
    if (text.slice(raw.start, raw.end).search(otherThanAscii) === -1) continue
    // Outside of patterns, an escape in raw text would not become a character.
    if (!patterns.some(({ start, end }) => start <= raw.start && raw.end <= end))
      throw new Error(`${path}: String.raw outside of "new RegExp(…)" has characters other than ASCII.`)
    spans.push(raw)
  }
  let result = ''
  let at = 0
  for (const { start, end } of spans.sort((one, other) => one.start - other.start)) {
    result += text.slice(at, start) + text.slice(start, end).replace(otherThanAscii, escapeOf)
    at = end
  }
  return result + text.slice(at)
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Escapes a UTF-16 code unit. Patterns with the flag `u` join the escapes of a surrogate pair. */
function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
