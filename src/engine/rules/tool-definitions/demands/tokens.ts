import type { Requirement } from '../keywords/requirement.ts'

/** Kind of token, based only on its characters. */
export type TokenKind = 'word' | 'name' | 'path' | 'address' | 'variable' | 'mark'

/** Word, name, or punctuation mark in a sentence. */
export interface Token {
  readonly kind: TokenKind
  /** Lowercase form without a possessive ending. */
  readonly word: string
  /** Like `word`, but without a plural ending. */
  readonly stem: string
  readonly start: number
  readonly end: number
}

const file = new RegExp(
  String.raw`^(?:~(?!\d)|\.{0,2}[\\/]|[a-z]:\\|%\w+%[\\/]|\$home\b)|^\.[a-z][\w.-]*$|[\w*-]\.(?:json|md|ya?ml|toml|` +
    String.raw`txt|env|pem|log|sh|py|js|ts|db|sqlite|ini|cfg|conf|key|csv|dat|bashrc|zshrc)$`,
)

/** Maximum number of tokens per sentence. An ordinary sentence of the maximum length has fewer. */
const maxTokens = 180

const [inWord, isSpace, isMark] = [0, 1, 2]
const marks = '=,;:()<>"\'`[]{}!?\u2014\u2013\u2026|'

/** Classes of the first 0x2100 characters. All later characters are letters, except for the ideographic space. */
const classes = new Uint8Array(0x21_00)
for (let code = 0; code < classes.length; code += 1)
  classes[code] = /\s/.test(String.fromCharCode(code))
    ? isSpace
    : marks.includes(String.fromCharCode(code))
      ? isMark
      : inWord

const classAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return code < classes.length ? (classes[code] ?? inWord) : code === 0x30_00 || code === 0xfe_ff ? isSpace : inWord
}

const schemes = new Set(['http', 'https', 's3', 'gs', 'ssh', 'git', 'ftp', 'ws', 'wss'])
const maxAddressLength = 300
const endOfAddress = /[\s"'\x60<>)]/

/**
 * Splits a sentence into tokens in one pass. Compares characters one by one, because a pattern took three times as
 * long, and 1 MB of short words has 300,000 tokens.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const lower = text.toLowerCase()
  // A few letters become longer in lowercase, which shifts the offsets.
  const isAligned = lower.length === text.length
  for (let at = 0; at < text.length && tokens.length < maxTokens;) {
    const kind = classAt(text, at)
    if (kind === isSpace) {
      at += 1
      continue
    }
    const end = kind === isMark ? at + 1 : endOfToken(text, at)
    tokens.push(tokenOf(text, at, end, isAligned ? lower : undefined))
    at = end
  }
  return tokens
}

function endOfToken(text: string, start: number): number {
  if (text.startsWith('${', start)) {
    const end = text.indexOf('}', start)
    if (end > start + 2 && end <= start + 62 && !/\s/.test(text.slice(start, end))) return end + 1
  }
  let end = start + 1
  while (end < text.length && (classAt(text, end) === inWord || isApostrophe(text, end))) end += 1
  if (!text.startsWith('://', end) || !schemes.has(text.slice(start, end))) return end
  const rest = text.slice(end + 3, end + 3 + maxAddressLength)
  const length = rest.search(endOfAddress)
  return end + 3 + (length < 0 ? rest.length : length)
}

/** Reports whether a character is an apostrophe in a word: `don't`. */
function isApostrophe(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 0x27) return false
  const next = text.charCodeAt(at + 1)
  return next >= 0x61 && next <= 0x7a
}

const [lowercase, uppercase, digit, other] = [1, 2, 4, 8]

/** Shapes of the ASCII characters. */
const shapes = Uint8Array.from({ length: 0x80 }, (_none, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/.test(character)) return lowercase
  return /[A-Z]/.test(character) ? uppercase : /\d/.test(character) ? digit : other
})

/** Returns the shapes of all characters in a part of a text. */
function shapeOf(text: string, start: number, end: number): number {
  let shape = 0
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at)
    shape |= code < shapes.length ? (shapes[code] ?? other) : other
  }
  return shape
}

function tokenOf(text: string, start: number, found: number, lower: string | undefined): Token {
  let end = found
  while (end > start + 1 && text.charCodeAt(end - 1) === 0x2e) end -= 1
  const original = text.slice(start, end)
  const shape = shapeOf(text, start, end)
  if (shape === lowercase) return { kind: 'word', word: original, stem: stemOf(original), start, end }
  if (shape < other) {
    const word = original.toLowerCase()
    const kind = end - start > 1 && camelCase.test(original) ? 'name' : 'word'
    return { kind, word, stem: kind === 'word' ? stemOf(word) : word, start, end }
  }
  const inLower = lower === undefined ? original.toLowerCase() : lower.slice(start, end)
  const word = inLower.endsWith("'s") ? inLower.slice(0, -2) : inLower
  const kind = kindOf(original, word)
  return { kind, word, stem: kind === 'word' ? stemOf(word) : word, start, end }
}

const camelCase = /^[a-z]+[A-Z]/

const domains = 'com net org io dev app ai co cloud xyz info biz me site online tech top ru cn example'.split(' ')
const secrets = ['key', 'token', 'secret', 'password', 'credentials']

/** Matches the at sign of an email address, but not that of a list of marks such as `!@#.`. */
const mailbox = /[\w}\]>]@[\w{[<]|^[\w-]+(?:\.[\w-]+)+\/@\w/

/** Matches a host without a scheme: `files.example.com`. Does not match names such as `node.js`. */
const host = new RegExp(String.raw`^(?:[a-z\d-]{1,63}\.){1,6}(?:${domains.join('|')})$`)
/** Matches an environment variable that holds a secret: `OPENAI_API_KEY`. */
const secretVariable = new RegExp(String.raw`^[A-Z][A-Z\d]*(?:_[A-Z\d]+){0,6}_(?:${secrets.join('|').toUpperCase()})$`)

/** Requirements that a sentence contains an address, or a variable. */
export const anyAddress: Requirement = { any: ['://', '@', ...domains.map((domain) => `.${domain}`)], others: [] }
export const anyVariable: Requirement = { any: ['$', ...secrets.map((name) => `_${name}`)], others: [] }

function kindOf(text: string, word: string): TokenKind {
  if (text.length === 1) return text < '\x80' || !/[\p{L}\p{N}]/u.test(text) ? 'mark' : 'word'
  if (text.includes('://') || (text.includes('.') && mailbox.test(text))) return 'address'
  if ((text.startsWith('$') && !text.includes('/')) || secretVariable.test(text)) return 'variable'
  if (host.test(word)) return 'address'
  if ((text.includes('/') || text.includes('.') || text.includes('\\') || text.startsWith('~')) && file.test(word))
    return 'path'
  return text.includes('_') || camelCase.test(text) ? 'name' : 'word'
}

/** Strips the plural ending of a word: `keys`, `histories`. */
export function stemOf(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is'))
    return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.slice(0, -1)
}
