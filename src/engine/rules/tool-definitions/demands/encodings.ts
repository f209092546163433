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

const candidates: readonly (readonly [Encoding, RegExp])[] = [
  ['base64', /(?<![\w+/-])[A-Za-z0-9+/_-]{20,4000}={0,2}(?![\w+/=-])/g],
  ['hexadecimal', /(?<![\w])(?:0x)?(?:[0-9a-f]{2}[ :]?){14,2000}(?![\w])|(?:\\x[0-9a-f]{2}){10,1000}/gi],
  ['percent-encoding', /(?:[\w.~-]{0,20}%[0-9a-f]{2}){4,400}[\w.~-]{0,20}/gi],
]

/** Minimum number of consecutive characters that `candidates` match, without prefixes. */
const minLengths: Readonly<Record<Exclude<Encoding, 'percent-encoding'>, number>> = { base64: 20, hexadecimal: 28 }

/** Bits of the encodings that an ASCII character can be part of. */
const bits = { base64: 1, hexadecimal: 2 } as const
const encodingsOf = Uint8Array.from({ length: 0x80 }, (_none, code) => {
  const character = String.fromCharCode(code)
  return (/[\w+/-]/.test(character) ? bits.base64 : 0) | (/[\da-f :x\\]/i.test(character) ? bits.hexadecimal : 0)
})

/** Reports whether a text has enough consecutive characters of an encoding. Faster than its pattern. */
function mayContain(text: string, encoding: Encoding): boolean {
  if (encoding === 'percent-encoding') return text.includes('%')
  const least = minLengths[encoding]
  for (let at = 0, run = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    run = code < 0x80 && ((encodingsOf[code] ?? 0) & bits[encoding]) !== 0 ? run + 1 : 0
    if (run === least) return true
  }
  return false
}

/** Returns the parts of a text that decode to words of a sentence. */
export function encodedParts(text: string): EncodedPart[] {
  const parts: EncodedPart[] = []
  for (const [encoding, pattern] of candidates) {
    if (!mayContain(text, encoding)) continue
    for (const { 0: found } of text.matchAll(pattern)) {
      if (parts.length === maxParts) return parts
      const decoded = decode(encoding, found.slice(0, maxLength))
      if (isProse(decoded)) parts.push({ encoding, encoded: found, decoded, sentences: sentencesOf(decoded) })
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
      return text.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      )
  }
}

/** Reports whether a text consists of words and spaces, unlike a decoded key or image. */
function isProse(text: string): boolean {
  const words = text.match(/\b[A-Za-z]{2,}\b/g) ?? []
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  return words.length >= 3 && / /.test(text) && letters >= text.length * 0.5
}
