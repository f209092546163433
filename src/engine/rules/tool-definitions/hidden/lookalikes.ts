import { isSpaceAt } from '../texts/characters.ts'

/**
 * Cyrillic, Greek, and Armenian letters that look like Latin letters, grouped by Latin letter. From Unicode's
 * confusables list (UTS #39).
 */
const byLatin: readonly (readonly [string, string])[] = [
  ['a', 'аɑ'],
  ['b', 'Ьƅ'],
  ['c', 'сϲ'],
  ['d', 'ԁ'],
  ['e', 'еҽ'],
  ['g', 'ɡց'],
  ['h', 'һ'],
  ['i', 'іı'],
  ['j', 'јϳ'],
  ['k', 'κ'],
  ['l', 'ӏⅼ'],
  ['n', 'ոռ'],
  ['o', 'оοօ'],
  ['p', 'рρ'],
  ['q', 'ԛ'],
  ['r', 'г'],
  ['s', 'ѕ'],
  ['u', 'υս'],
  ['v', 'ѵν'],
  ['w', 'ԝ'],
  ['x', 'х'],
  ['y', 'у'],
  ['A', 'АΑ'],
  ['B', 'ВΒ'],
  ['C', 'СϹ'],
  ['E', 'ЕΕ'],
  ['H', 'НΗ'],
  ['I', 'ІΙӀ'],
  ['J', 'Ј'],
  ['K', 'КΚ'],
  ['M', 'МΜ'],
  ['N', 'Ν'],
  ['O', 'ОΟ'],
  ['P', 'РΡ'],
  ['S', 'Ѕ'],
  ['T', 'ТΤ'],
  ['X', 'ХΧ'],
  ['Y', 'ΥҮ'],
  ['Z', 'Ζ'],
]

const latinOf: ReadonlyMap<string, string> = new Map(
  byLatin.flatMap(([latin, letters]) => Array.from(letters, (letter) => [letter, latin] as const)),
)
const lookalike = new RegExp(`[${[...latinOf.keys()].join('')}]`, 'gu')
const lookalikeOnce = new RegExp(lookalike.source, 'u')

/** Latin letter for each look-alike, as character codes. 0 for all other characters. */
const latinCodes = new Uint16Array(Math.max(...[...latinOf.keys()].map((letter) => letter.charCodeAt(0))) + 1)
for (const [letter, latin] of latinOf) latinCodes[letter.charCodeAt(0)] = latin.charCodeAt(0)

/**
 * Replaces look-alike letters with Latin letters. Without a pattern, because a call of a function for each letter took
 * 20 ms for 1 MB of Cyrillic text.
 */
export function withLatinLetters(text: string): string {
  if (!lookalikeOnce.test(text)) return text
  const codes = new Uint16Array(text.length)
  let all = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const replaced = (code < latinCodes.length ? latinCodes[code] : 0) || code
    codes[at] = replaced
    all |= replaced
  }
  // A text of one byte per character is read faster after this.
  return all < 0x1_00 ? Buffer.from(codes).toString('latin1') : Buffer.from(codes.buffer).toString('utf16le')
}

/** Letters of two alphabets at most: Latin letters, and letters that look like them. */
const similar = new RegExp(String.raw`^[\p{Script=Latin}\p{M}\d_${[...latinOf.keys()].join('')}]+$`, 'u')
const twoLatin = /\p{Script=Latin}.*\p{Script=Latin}/su
const notLatin = /[^\p{Script=Latin}\p{M}\d_]/u
const wordInPart = /[\p{L}\p{M}\d_]{3,100}/gu

/**
 * Returns the first words that mix Latin letters with look-alikes, each once. Ignores words in a single alphabet, and
 * formulas such as `Δt` and `μs`.
 */
export function mixedWords(text: string, maxWords: number): string[] {
  const words = new Set<string>()
  let end = 0
  for (let index = nextMatch(lookalike, text, 0); index >= 0; index = nextMatch(lookalike, text, end)) {
    let start = index
    while (start > end && !isSpaceAt(text, start - 1)) start -= 1
    end = nextMatch(space, text, index)
    if (end < 0) end = text.length
    const part = text.slice(start, end)
    if (!twoLatin.test(part)) continue
    for (const [word] of part.matchAll(wordInPart)) {
      if (similar.test(word) && notLatin.test(word) && twoLatin.test(word)) words.add(word)
      if (words.size === maxWords) return [...words]
    }
  }
  return [...words]
}

const space = /\s/g

/** Returns the offset of a pattern with the flag `g` at or after an offset, or -1. */
function nextMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}
