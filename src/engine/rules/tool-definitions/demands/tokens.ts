/** What a token is, by its letters alone. */
export type TokenKind = 'word' | 'name' | 'path' | 'address' | 'variable' | 'mark'

/** A word, a name, or a mark of a sentence. */
export interface Token {
  readonly kind: TokenKind
  /** In lower case, without a possessive ending. */
  readonly word: string
  /** The same without the ending of a plural. */
  readonly stem: string
  readonly start: number
  readonly end: number
}

const token = new RegExp(
  String.raw`(?:https?|s3|gs|ssh|git|ftp|wss?):\/\/[^\s"'\x60<>)]{1,300}|\$\{[^}\s]{1,60}\}|` +
    String.raw`(?:[^\s=,;:()<>"'\x60[\]{}!?—–…|]|'(?=[a-z]))+|[=,;:()<>"'\x60[\]{}!?—–…|]`,
  'g',
)
const file = new RegExp(
  String.raw`^(?:~|\.{0,2}[\\/]|[a-z]:\\|%\w+%[\\/]|\$home\b)|^\.[a-z][\w.-]*$|[\w*-]\.(?:json|md|ya?ml|toml|txt|env|` +
    String.raw`pem|log|sh|py|js|ts|db|sqlite|ini|cfg|conf|key|csv|dat|bashrc|zshrc)$`,
)

/** Maximum number of tokens of a sentence. A sentence of words with the maximum length has fewer. */
const maxTokens = 180

/** Returns the tokens of a sentence, in one pass. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: found, index } of text.matchAll(token)) {
    if (tokens.length === maxTokens) break
    const trimmed = found.length > 1 && found.endsWith('.') ? found.replace(/(?<!\.)\.+$/, '') : found
    const lower = trimmed.toLowerCase()
    const word = lower.endsWith("'s") ? lower.slice(0, -2) : lower
    const kind = kindOf(trimmed, word)
    tokens.push({ kind, word, stem: kind === 'word' ? stemOf(word) : word, start: index, end: index + trimmed.length })
  }
  return tokens
}

function kindOf(text: string, word: string): TokenKind {
  if (text.length === 1) return /[\p{L}\p{N}]/u.test(text) ? 'word' : 'mark'
  if (text.includes('://') || (text.includes('@') && text.includes('.'))) return 'address'
  if (text.startsWith('$') && !text.includes('/')) return 'variable'
  if ((text.includes('/') || text.includes('.') || text.includes('\\') || text.startsWith('~')) && file.test(word))
    return 'path'
  return text.includes('_') || /^[a-z]+[A-Z]/.test(text) ? 'name' : 'word'
}

/** Returns a word without the ending of a plural: `keys`, `histories`. */
export function stemOf(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is'))
    return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.slice(0, -1)
}
