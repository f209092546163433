import type { Check, Credential, FoundText } from './credential.ts'
import { KeywordAutomaton } from './keyword-automaton.ts'
import { isPlaceholder } from './placeholder.ts'
import { isPublishedKey } from './published-keys.ts'
import { isVaried } from './randomness.ts'
import { WindowReader } from './window-reader.ts'

/** A text in the form of a credential; offsets are of bytes, `end` after the last one. */
export interface Candidate {
  readonly credential: Credential
  readonly start: number
  readonly end: number
  readonly secret: string
  readonly check: Check
  /** It was judged to be a secret. One that was not still keeps generic rules from its place. */
  readonly accepted: boolean
}

interface SearchedCredential {
  readonly credential: Credential
  readonly pattern: RegExp
  /** With flag `d`, for the place of the secret where its text alone does not tell. */
  readonly placing: RegExp
}

/** Bytes before a keyword that judges may see. */
const bytesBefore = 80

/** Finds credentials in bytes: keywords first, then the pattern of each rule where one of its keywords stands. */
export class CredentialSearch {
  readonly #automaton: KeywordAutomaton
  readonly #keywords: readonly { readonly length: number; readonly rules: readonly SearchedCredential[] }[]

  constructor(credentials: readonly Credential[]) {
    const byKeyword = new Map<string, SearchedCredential[]>()
    for (const credential of credentials) {
      const searched = {
        credential,
        pattern: new RegExp(credential.pattern),
        placing: new RegExp(credential.pattern, `${credential.pattern.flags}d`),
      }
      for (const keyword of credential.keywords) byKeyword.set(keyword, [...(byKeyword.get(keyword) ?? []), searched])
    }
    this.#automaton = new KeywordAutomaton([...byKeyword.keys()])
    this.#keywords = [...byKeyword].map(([keyword, rules]) => ({ length: keyword.length, rules }))
  }

  /**
   * Candidates whose keyword ends in the bytes from `from` up to `to`; patterns may look further. `state` is the one
   * that the part before returned. What is in the form of a credential of which there is `enough` is not judged, and
   * not accepted.
   */
  search(
    content: Buffer,
    path: string,
    part: { readonly from: number; readonly to: number },
    { state = 0, enough }: { readonly state?: number; readonly enough?: ReadonlySet<Credential> | undefined } = {},
  ): { candidates: Candidate[]; state: number } {
    const candidates: Candidate[] = []
    const windows = new WindowReader(content, bytesBefore)
    const stateAfter = this.#automaton.scan(content, part.from, part.to, state, (index, keywordEnd) => {
      const keyword = this.#keywords[index]
      if (!keyword) return
      const start = keywordEnd - keyword.length
      const inWord = isInWord(content, start)
      for (const rule of keyword.rules) {
        if (inWord && !rule.credential.insideWords) continue
        const found = match(rule, windows, start, path, enough?.has(rule.credential) !== true)
        if (found) candidates.push(found)
      }
    })
    return { candidates, state: stateAfter }
  }
}

function match(
  { credential, pattern, placing }: SearchedCredential,
  windows: WindowReader,
  keywordStart: number,
  path: string,
  judged: boolean,
): Candidate | undefined {
  const { text, base } = windows.at(keywordStart, credential.after)
  pattern.lastIndex = keywordStart - base
  const found = pattern.exec(text)
  if (!found?.groups) return undefined
  const { groups } = found
  const at = placeOf(found, placing, keywordStart - base)
  if (at === undefined) return undefined
  const secret = groups['secret'] ?? groups['bare'] ?? ''
  const start = base + at
  const end = start + secret.length
  if (!judged) return { credential, start, end, secret, check: 'unknown', accepted: false }
  const foundText: FoundText = {
    secret,
    groups,
    before: text.slice(Math.max(keywordStart - base - bytesBefore, 0), keywordStart - base),
    path,
    following: (bytes) => windows.textFrom(end, bytes),
  }
  return { credential, start, end, secret, ...judge(credential, foundText) }
}

/**
 * Where the secret begins. A pattern that tells costs twice as much, so it is asked only when the secret stands in the
 * match more than once.
 */
function placeOf(found: RegExpExecArray, placing: RegExp, from: number): number | undefined {
  const [whole] = found
  const secret = found.groups?.['secret'] ?? found.groups?.['bare']
  if (secret === undefined) return undefined
  const at = whole.indexOf(secret)
  if (secret !== '' && whole.indexOf(secret, at + 1) < 0) return found.index + at
  placing.lastIndex = from
  const places = placing.exec(found.input)?.indices?.groups
  return (places?.['secret'] ?? places?.['bare'])?.[0]
}

function judge(credential: Credential, found: FoundText): Pick<Candidate, 'check' | 'accepted'> {
  const check = credential.check?.(found.secret, found) ?? 'unknown'
  const rejected = { check, accepted: false }
  // What costs least comes first: a hostile file asks this a hundred thousand times.
  if (check === 'wrong' || credential.accepts?.(found) === false) return rejected
  const random = found.secret.slice(credential.prefixLength)
  const byItsText = check === 'unknown' && credential.announces !== true
  if (byItsText && ((!credential.accepts && !isVaried(random)) || isPlaceholder(random))) return rejected
  return { check, accepted: !isPublishedKey(found.secret) }
}

/** Whether the byte before is of the same word. Escapes of strings (`\n`) and of addresses (`%3D`) end a word. */
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
