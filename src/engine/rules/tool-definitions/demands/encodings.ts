import { sentencesOf } from '../texts/sentences.ts'
import type { Sentence } from '../texts/sentences.ts'

/** Encodings in which text can be hidden. */
export const encodings = ['base64', 'hexadecimal', 'percent-encoding'] as const
export type Encoding = (typeof encodings)[number]

/** Part of a text that decodes to words. */
export interface EncodedPart {
  readonly encoding: Encoding
  /** Encoded text, as written. */
  readonly encoded: string
  readonly decoded: string
  readonly sentences: readonly Sentence[]
}

/** Maximum length of an encoded part, and maximum number of parts per text. */
const maxLength = 4_000
const maxParts = 20

const patterns: readonly (readonly [Exclude<Encoding, 'base64'>, RegExp])[] = [
  ['hexadecimal', /(?<![\w])(?:0x)?(?:[0-9a-f]{2}[ :]?){14,2000}(?![\w])|(?:\\x[0-9a-f]{2}){10,1000}/gi],
  ['percent-encoding', /(?:[\w.~-]{0,20}%[0-9a-f]{2}){4,400}[\w.~-]{0,20}/gi],
]

/** Minimum lengths of encoded parts, without prefixes and separators. */
const minLengths = { base64: 20, hexadecimal: 28, percents: 4 } as const

/** Bits of the encodings that an ASCII character can be part of. */
const bits = { base64: 1, digit: 2, separator: 4, percent: 8 } as const
const encodingsOf = Uint8Array.from({ length: 0x80 }, (_none, code) => {
  const character = String.fromCharCode(code)
  return (
    (/[\w+/-]/.test(character) ? bits.base64 : 0) |
    (/[\da-fx\\]/i.test(character) ? bits.digit : 0) |
    (/[ :]/.test(character) ? bits.separator : 0) |
    (character === '%' ? bits.percent : 0)
  )
})

/** Encodings that a text may contain, and its parts in base64. */
interface Candidates {
  readonly base64: readonly string[]
  readonly hexadecimal: boolean
  readonly 'percent-encoding': boolean
}

/** Searches a text for characters of the encodings, in one pass. Faster than a pattern for each encoding. */
function candidatesIn(text: string): Candidates {
  const base64: string[] = []
  let [run, digits, percents] = [0, 0, 0]
  let [wasSeparator, isHexadecimal] = [false, false]
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 0
    const encodings = code < 0x80 ? (encodingsOf[code] ?? 0) : 0
    if ((encodings & bits.base64) !== 0) run += 1
    else {
      if (run >= minLengths.base64 && run <= maxLength) base64.push(...paddedPart(text, at - run, at))
      run = 0
    }
    const isSeparator = (encodings & bits.separator) !== 0
    if ((encodings & bits.digit) !== 0) digits += 1
    else if (!isSeparator || wasSeparator) digits = 0
    if (digits >= minLengths.hexadecimal) isHexadecimal = true
    wasSeparator = isSeparator
    if ((encodings & bits.percent) !== 0) percents += 1
  }
  return { base64, hexadecimal: isHexadecimal, 'percent-encoding': percents >= minLengths.percents }
}

/** Returns a part in base64 with its padding, or nothing if more characters of the encoding follow. */
function paddedPart(text: string, start: number, end: number): readonly string[] {
  let after = end
  while (after < end + 2 && text[after] === '=') after += 1
  return /^[\w+/=-]/.test(text.slice(after, after + 1)) ? [] : [text.slice(start, after)]
}

/** Returns the parts of a text that decode to words of a sentence. */
export function encodedParts(text: string): EncodedPart[] {
  const parts: EncodedPart[] = []
  const candidates = candidatesIn(text)
  const add = (encoding: Encoding, encoded: string) => {
    const decoded = decode(encoding, encoded.slice(0, maxLength))
    if (isProse(decoded)) parts.push({ encoding, encoded, decoded, sentences: sentencesOf(decoded) })
  }
  for (const encoded of candidates.base64) {
    if (parts.length === maxParts) return parts
    add('base64', encoded)
  }
  for (const [encoding, pattern] of patterns) {
    if (!candidates[encoding]) continue
    for (const { 0: encoded } of text.matchAll(pattern)) {
      if (parts.length === maxParts) return parts
      add(encoding, encoded)
    }
  }
  return parts
}

function decode(encoding: Encoding, text: string): string {
  switch (encoding) {
    case 'base64':
      return Buffer.from(text, 'base64').toString('utf8')
    case 'hexadecimal':
      return Buffer.from(text.replaceAll(/0x|\\x|[ :]/gi, ''), 'hex').toString('utf8')
    case 'percent-encoding':
      // Prose contains spaces, and no other encoded character is one.
      if (!text.includes('%20')) return ''
      return text.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      )
  }
}

/** Reports whether a text consists of words and spaces, unlike a decoded key or image. */
function isProse(text: string): boolean {
  if (!text.includes(' ')) return false
  const words = text.match(/\b[A-Za-z]{2,}\b/g) ?? []
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  return words.length >= 3 && letters >= text.length * 0.5
}
