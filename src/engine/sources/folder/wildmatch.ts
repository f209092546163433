type Token =
  | { readonly kind: 'byte'; readonly byte: string }
  /** Any byte except a slash. */
  | { readonly kind: 'any' }
  | { readonly kind: 'set'; readonly contains: (byte: string) => boolean }
  /** Any bytes except slashes. */
  | { readonly kind: 'star' }
  /** Two stars and the following slash: nothing, or any bytes that end with a slash. */
  | { readonly kind: 'folders' }
  /** Two stars at the end or before an escaped slash: any bytes. */
  | { readonly kind: 'rest' }

/**
 * Compiles a pattern with the semantics of git's `wildmatch` (gitignore(5)). Returns undefined for a pattern that git
 * rejects; such a pattern matches nothing. Both strings hold bytes as Latin-1, because `?` matches one byte in git.
 */
export function compileWildmatch(pattern: string): ((text: string) => boolean) | undefined {
  if (!special.test(pattern)) return (text) => text === pattern
  const end = pattern.slice(1)
  if (pattern.startsWith('*') && !special.test(end) && !end.includes('/'))
    return (text) => text.endsWith(end) && !text.includes('/')
  const tokens = tokensOf(pattern)
  return tokens && ((text) => matchTokens(tokens, text))
}

const special = /[*?[\\]/

function tokensOf(pattern: string): Token[] | undefined {
  const tokens: Token[] = []
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at)
    if (character === '*') {
      const run = /^\*+/.exec(pattern.slice(at))?.[0].length ?? 1
      const isWhole = run > 1 && (at === 0 || pattern[at - 1] === '/')
      const after = pattern.slice(at + run, at + run + 2)
      const isRest = isWhole && (after === '' || after === '\\/')
      tokens.push({ kind: isRest ? 'rest' : isWhole && after.startsWith('/') ? 'folders' : 'star' })
      at += tokens.at(-1)?.kind === 'folders' ? run : run - 1
    } else if (character === '?') tokens.push({ kind: 'any' })
    else if (character === '[') {
      const set = readSet(pattern, at)
      if (set === undefined) return undefined
      tokens.push({ kind: 'set', contains: set.contains })
      at = set.end
    } else {
      if (character === '\\') at += 1
      if (at === pattern.length) return undefined
      tokens.push({ kind: 'byte', byte: pattern.charAt(at) })
    }
  }
  return tokens
}

/**
 * Matches by tracking every text position that can be reached with the tokens so far. The work is at most the product
 * of both lengths. By contrast, a regular expression for a pattern with six `a` separated by `**` took 2.6 s on a path
 * with 60 folders.
 */
function matchTokens(tokens: readonly Token[], text: string): boolean {
  let reached: readonly boolean[] = [true]
  for (const token of tokens) {
    reached = step(token, reached, text)
    if (!reached.includes(true)) return false
  }
  return reached[text.length] === true
}

/**
 * Returns the positions that can be reached by matching a token from the given positions. A missing element means
 * false.
 */
function step(token: Token, from: readonly boolean[], text: string): boolean[] {
  const to: boolean[] = []
  let isOpen = false
  for (let at = 0; at <= text.length; at += 1) {
    const byte = at === 0 ? '' : text.charAt(at - 1)
    const before = at > 0 && from[at - 1] === true
    switch (token.kind) {
      case 'byte':
        to[at] = before && byte === token.byte
        break
      case 'any':
        to[at] = before && byte !== '/'
        break
      case 'set':
        to[at] = before && byte !== '/' && token.contains(byte)
        break
      case 'star':
        isOpen = from[at] === true || (isOpen && byte !== '/')
        to[at] = isOpen
        break
      case 'folders':
        isOpen ||= before
        to[at] = from[at] === true || (isOpen && byte === '/')
        break
      case 'rest':
        isOpen ||= from[at] === true
        to[at] = isOpen
    }
  }
  return to
}

const classes: Readonly<Record<string, RegExp>> = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /[^ -~\x80-\xff]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t-\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
}

/** Parses `[…]` from its opening bracket. `end` is the index of the closing bracket. */
function readSet(
  pattern: string,
  start: number,
): { readonly contains: (byte: string) => boolean; readonly end: number } | undefined {
  let at = start + 1
  const isNegated = pattern[at] === '!' || pattern[at] === '^'
  if (isNegated) at += 1
  const first = at
  const members: ((byte: string) => boolean)[] = []
  for (; at === first || pattern[at] !== ']'; at += 1) {
    const named = pattern.startsWith('[:', at) ? pattern.indexOf(']', at + 2) : -1
    if (named > at + 2 && pattern[named - 1] === ':') {
      const known = classes[pattern.slice(at + 2, named - 1)]
      if (known === undefined) return undefined
      members.push((byte) => known.test(byte))
      at = named
      continue
    }
    if (pattern[at] === '\\') at += 1
    const from = pattern[at]
    if (from === undefined) return undefined
    if (pattern[at + 1] !== '-' || pattern[at + 2] === ']' || pattern[at + 2] === undefined) {
      members.push((byte) => byte === from)
      continue
    }
    at += pattern[at + 2] === '\\' ? 3 : 2
    const to = pattern[at]
    if (to === undefined) return undefined
    members.push((byte) => (byte >= from && byte <= to) || byte === from)
  }
  return { contains: (byte) => members.some((contains) => contains(byte)) !== isNegated, end: at }
}
