import { UnreadableManifest } from '../../unreadable-manifest.ts'

/** An Elixir literal, as in lockfiles. Nothing is evaluated. */
export type ElixirTerm =
  | { readonly kind: 'text'; readonly text: string; readonly at: number }
  /** Atom `:name`, a key `name:` without its colon, a number, `true`, and similar. */
  | { readonly kind: 'word'; readonly text: string; readonly at: number }
  /** Map or keyword list entry. */
  | { readonly kind: 'pair'; readonly key: string; readonly value: ElixirTerm; readonly at: number }
  | { readonly kind: 'map' | 'tuple' | 'list'; readonly items: readonly ElixirTerm[]; readonly at: number }

/** Maximum nesting depth. A mix.lock needs 5. */
const maxDepth = 32

/**
 * Maximum number of terms in a file. A package has about 20. The limit is needed because each term takes 100 bytes of
 * memory, and even `[]` counts as one.
 */
const maxTerms = 1_000_000

const closers = { '%{': '}', '{': '}', '[': ']' } as const

/** Parses one literal. Throws UnreadableManifest for anything else. Runs in linear time. */
export function readElixirTerm(source: string): ElixirTerm {
  let at = 0
  let terms = 0
  const fail = (): never => {
    throw new UnreadableManifest({ code: 'no-elixir-literal', line: source.slice(0, at).split('\n').length })
  }
  const skip = (): void => {
    for (;;) {
      while (' \t\r\n,'.includes(source[at] ?? '-')) at += 1
      if (source[at] !== '#') return
      const end = source.indexOf('\n', at)
      at = end < 0 ? source.length : end
    }
  }
  const text = (): string => {
    const start = at + 1
    for (at = start; source[at] !== '"'; at += 1) {
      if (at >= source.length) fail()
      if (source[at] === '\\') at += 1
    }
    at += 1
    return source.slice(start, at - 1).replace(/\\(.)/gs, '$1')
  }
  const word = (): string => {
    const start = at
    while (/[A-Za-z0-9_@?!.+-]/.test(source[at] ?? '')) at += 1
    return at === start ? fail() : source.slice(start, at)
  }
  const items = (closer: string, depth: number): ElixirTerm[] => {
    const found: ElixirTerm[] = []
    for (skip(); source[at] !== closer; skip()) found.push(item(depth))
    at += 1
    return found
  }
  /** Parses a term, or a pair `key: value`, `"key": value`, or `key => value`. */
  const item = (depth: number): ElixirTerm => {
    const start = at
    const key = term(depth)
    if (key.kind !== 'text' && key.kind !== 'word') return key
    const isKeyword = source[at] === ':'
    if (isKeyword) at += 1
    else {
      const end = at
      skip()
      if (!source.startsWith('=>', at)) {
        at = end
        return key
      }
      at += 2
    }
    skip()
    return { kind: 'pair', key: key.text, value: term(depth), at: start }
  }
  const term = (depth: number): ElixirTerm => {
    const start = at
    if (depth > maxDepth) fail()
    terms += 1
    if (terms > maxTerms) throw new UnreadableManifest({ code: 'term-limit', count: maxTerms })
    if (source[at] === '"') return { kind: 'text', text: text(), at: start }
    const opener = (['%{', '{', '['] as const).find((bracket) => source.startsWith(bracket, at))
    if (opener !== undefined) {
      at += opener.length
      return {
        kind: opener === '%{' ? 'map' : opener === '{' ? 'tuple' : 'list',
        items: items(closers[opener], depth + 1),
        at: start,
      }
    }
    if (source[at] !== ':') return { kind: 'word', text: word(), at: start }
    at += 1
    return { kind: 'word', text: source[at] === '"' ? text() : word(), at: start }
  }
  skip()
  const root = term(0)
  skip()
  return at < source.length ? fail() : root
}
