import { Base64Runs } from './base64-runs.ts'
import { type CharacterRun, containsRun } from './character-run.ts'
import type { Check, Credential, MatchedText } from './credential.ts'
import { FileLimits } from './file-limits.ts'
import { KeywordAutomaton } from './keyword-automaton.ts'
import { isPlaceholder } from './placeholder.ts'
import { isPublishedKey } from './published-keys.ts'
import { isVaried } from './randomness.ts'
import { WindowReader } from './window-reader.ts'

/** String in the format of a credential. Offsets are in bytes, and `end` is exclusive. */
export interface Candidate {
  readonly credential: Credential
  readonly start: number
  readonly end: number
  readonly secret: string
  readonly check: Check
  /**
   * True if the candidate is accepted as a secret. A rejected candidate still blocks generic rules at the same place.
   */
  readonly accepted: boolean
}

/** Credential with patterns that are compiled on first use. */
class SearchedCredential {
  readonly credential: Credential
  #run: CharacterRun | null | undefined
  #pattern: RegExp | undefined
  #placing: RegExp | undefined

  constructor(credential: Credential) {
    this.credential = credential
  }

  /** Run of characters that each match contains, or null. */
  get run(): CharacterRun | null {
    if (this.#run === undefined) this.#run = this.credential.run ?? null
    return this.#run
  }

  get pattern(): RegExp {
    return (this.#pattern ??= new RegExp(this.credential.pattern))
  }

  /** Pattern with the flag `d`, which locates the secret if its text occurs in the match more than once. */
  get placing(): RegExp {
    return (this.#placing ??= new RegExp(this.pattern, `${this.pattern.flags}d`))
  }
}

/** Number of bytes before a keyword that are available to checks. */
const bytesBefore = 80

/** Maximum number of nested encodings around a secret. Some values in Kubernetes Secrets are encoded twice. */
const maxDepth = 2

/** Path that is assumed for decoded text, which is mostly YAML settings. */
const decodedPath = 'decoded.yaml'

/** Finds credentials in bytes: first the keywords, then the patterns of each keyword's rules. */
export class CredentialSearch {
  readonly #automaton: KeywordAutomaton
  readonly #keywords: readonly { readonly length: number; readonly rules: readonly SearchedCredential[] }[]
  readonly #lineRules: readonly SearchedCredential[]

  constructor(credentials: readonly Credential[]) {
    const byKeyword = new Map<string, SearchedCredential[]>()
    const all = credentials.map((credential) => new SearchedCredential(credential))
    this.#lineRules = all.filter(({ credential }) => credential.atLines)
    for (const searched of all) {
      const { credential } = searched
      for (const keyword of credential.keywords) byKeyword.set(keyword, [...(byKeyword.get(keyword) ?? []), searched])
    }
    this.#automaton = new KeywordAutomaton([...byKeyword.keys()])
    this.#keywords = [...byKeyword].map(([keyword, rules]) => ({ length: keyword.length, rules }))
  }

  /**
   * Returns candidates whose keyword ends in the bytes from `from` to `to`. Patterns can read further. `state` is the
   * automaton state after the previous part. Matches of the credentials in `enough` are neither checked nor accepted.
   */
  search(
    content: Buffer,
    path: string,
    part: { readonly from: number; readonly to: number },
    { state = 0, enough, depth = 0 }: SearchState = {},
  ): { candidates: Candidate[]; state: number } {
    const candidates: Candidate[] = []
    const limits = new FileLimits(path, content)
    const runs = new Base64Runs(content)
    const context: SearchContext = {
      windows: new WindowReader(content, bytesBefore),
      path,
      containsSecret: (decoded) => depth < maxDepth && this.#containsSecret(decoded, depth + 1),
    }
    const trying = (rule: SearchedCredential, start: number) => {
      const { firstInRun } = rule.credential
      if (!limits.allow(rule.credential) || (firstInRun && !runs.isFirst(start, firstInRun))) return
      const candidate = match(rule, context, start, enough?.has(rule.credential) !== true)
      if (candidate) candidates.push(candidate)
    }
    const stateAfter = this.#automaton.scan(content, part.from, part.to, state, (index, keywordEnd) => {
      const keyword = this.#keywords[index]
      if (!keyword) return
      const start = keywordEnd - keyword.length
      const inWord = isInWord(content, start)
      for (const rule of keyword.rules) {
        if (inWord && !rule.credential.insideWords) continue
        trying(rule, start)
      }
    })
    const lineRules = this.#lineRules.filter(({ credential }) => limits.allow(credential))
    if (lineRules.length > 0) {
      for (const start of lineStarts(content, part)) for (const rule of lineRules) trying(rule, start)
    }
    return { candidates, state: stateAfter }
  }

  #containsSecret(decoded: Buffer, depth: number): boolean {
    const part = { from: 0, to: decoded.length }
    return this.search(decoded, decodedPath, part, { depth }).candidates.some(({ accepted }) => accepted)
  }
}

interface SearchState {
  readonly state?: number
  readonly enough?: ReadonlySet<Credential> | undefined
  /** Number of encodings around the text. */
  readonly depth?: number
}

interface SearchContext extends Pick<MatchedText, 'path' | 'containsSecret'> {
  readonly windows: WindowReader
}

/** Yields the offsets of line starts in a part of a text. */
function* lineStarts(content: Buffer, { from, to }: { readonly from: number; readonly to: number }): Iterable<number> {
  if (from === 0) yield 0
  for (
    let at = content.indexOf(0x0a, Math.max(from - 1, 0));
    at >= 0 && at + 1 < to;
    at = content.indexOf(0x0a, at + 1)
  )
    yield at + 1
}

function match(
  searched: SearchedCredential,
  { windows, path, containsSecret }: SearchContext,
  keywordStart: number,
  judged: boolean,
): Candidate | undefined {
  const { credential, run } = searched
  const { text, base } = windows.at(keywordStart, credential.after)
  const from = keywordStart - base
  // Compiling a pattern takes 0.5 ms, and most texts with the keyword contain no value that is long enough.
  if (run && !containsRun(text, from, Math.min(from + credential.after, text.length), run)) return undefined
  const { pattern } = searched
  pattern.lastIndex = from
  const matched = pattern.exec(text)
  if (!matched?.groups) return undefined
  const { groups } = matched
  const at = placeOf(matched, searched, from)
  if (at === undefined) return undefined
  const secret = groups['secret'] ?? groups['bare'] ?? ''
  const start = base + at
  const end = start + secret.length
  if (!judged) return { credential, start, end, secret, check: 'unknown', accepted: false }
  const matchedText: MatchedText = {
    secret,
    groups,
    before: text.slice(Math.max(from - bytesBefore, 0), from),
    path,
    following: (bytes) => windows.textFrom(end, bytes),
    preceding: (bytes) => windows.textBefore(start, bytes),
    containsSecret,
  }
  return { credential, start, end, secret, ...judge(credential, matchedText) }
}

/**
 * Returns the start of the secret. A pattern with the flag `d` costs twice as much, so it runs only if the secret
 * occurs in the match more than once.
 */
function placeOf(matched: RegExpExecArray, searched: SearchedCredential, from: number): number | undefined {
  const [whole] = matched
  const secret = matched.groups?.['secret'] ?? matched.groups?.['bare']
  if (secret === undefined) return undefined
  const at = whole.indexOf(secret)
  if (secret !== '' && whole.indexOf(secret, at + 1) < 0) return matched.index + at
  const { placing } = searched
  placing.lastIndex = from
  const places = placing.exec(matched.input)?.indices?.groups
  return (places?.['secret'] ?? places?.['bare'])?.[0]
}

function judge(credential: Credential, matched: MatchedText): Pick<Candidate, 'check' | 'accepted'> {
  const check = credential.check?.(matched.secret, matched) ?? 'unknown'
  const rejected = { check, accepted: false }
  // The cheapest check comes first, because a hostile file can trigger this a hundred thousand times.
  if (check === 'wrong' || credential.accepts?.(matched) === false) return rejected
  const random = matched.secret.slice(credential.prefixLength)
  const byItsText = check === 'unknown' && credential.announces !== true && credential.judgesPlaceholders !== true
  if (byItsText && ((!credential.accepts && !isVaried(random)) || isPlaceholder(random))) return rejected
  return { check, accepted: !isPublishedKey(matched.secret) }
}

/**
 * Reports whether the preceding byte belongs to the same word. Escapes in strings (`\n`) and URLs (`%3D`) end a word.
 */
function isInWord(content: Buffer, start: number): boolean {
  if (start === 0 || !isWordByte(content[start - 1])) return false
  const [third, second, last] = [content[start - 3], content[start - 2], content[start - 1]]
  return !(second === 0x5c && (last === 0x6e || last === 0x72 || last === 0x74)) && third !== 0x25
}

function isWordByte(byte = 0): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || byte === 0x5f || (byte >= 0x61 && byte <= 0x7a)
  )
}
