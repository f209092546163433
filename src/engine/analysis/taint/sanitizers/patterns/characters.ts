/**
 * A set of characters: one bit for each ASCII character, and two bits for all others. One of these two is for letters
 * of scripts without quotation marks, the other for the rest.
 */
export type CharacterSet = bigint

export const noCharacters: CharacterSet = 0n
/** Bit for non-ASCII letters that no program interprets as syntax: Han, kana, Hangul, and accented Latin. */
export const lettersBeyondAscii: CharacterSet = 1n << 128n
/** Bits of all non-ASCII characters. */
export const beyondAscii: CharacterSet = lettersBeyondAscii | (1n << 129n)
export const everyCharacter: CharacterSet = (1n << 130n) - 1n

/** Unicode blocks that contain only such letters. */
const letterBlocks: readonly (readonly [number, number])[] = [
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x24f],
  [0x3041, 0x3096],
  [0x30a1, 0x30fa],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
]

export function characterSet(text: string): CharacterSet {
  let set = noCharacters
  for (const character of text) set |= characterBit(character.codePointAt(0) ?? 0)
  return set
}

export function characterBit(code: number): CharacterSet {
  return code < 128 ? 1n << BigInt(code) : beyond(code, code)
}

/** Returns all characters between two codes, inclusive. */
export function characterRange(from: number, to: number): CharacterSet {
  if (to < from) return noCharacters
  const ascii = from < 128 ? ((1n << BigInt(Math.min(to, 127) - from + 1)) - 1n) << BigInt(from) : noCharacters
  return to >= 128 ? ascii | beyond(from, to) : ascii
}

function beyond(from: number, to: number): CharacterSet {
  return letterBlocks.some(([first, last]) => from >= first && to <= last) ? lettersBeyondAscii : beyondAscii
}

export const withoutCharacters = (set: CharacterSet, removed: CharacterSet): CharacterSet =>
  set & (everyCharacter ^ removed)
export const isSubset = (set: CharacterSet, outer: CharacterSet): boolean =>
  withoutCharacters(set, outer) === noCharacters
export const intersects = (one: CharacterSet, other: CharacterSet): boolean => (one & other) !== noCharacters

export const digits = characterRange(0x30, 0x39)
const upper = characterRange(0x41, 0x5a)
const lower = characterRange(0x61, 0x7a)
export const letters = upper | lower
/** Characters of `\w`. */
export const wordCharacters = letters | digits | characterSet('_')
/** Characters of `\s`. Its non-ASCII spaces are represented by all non-ASCII characters. */
export const spaces = characterSet(' \t\n\v\f\r') | beyondAscii
export const lineBreaks = characterSet('\n\r')

/** Returns the set with the other case of every letter added. */
export function inBothCases(set: CharacterSet): CharacterSet {
  return set | ((set & upper) << 32n) | ((set & lower) >> 32n)
}

/** ASCII characters by Unicode property. Among the scripts, only Latin and Common contain any. */
const asciiByProperty: readonly (readonly [RegExp, CharacterSet])[] = [
  [/^(?:L|LC|Letter|Alphabetic|Script=(?:Latin|Latn))$/, letters],
  [/^Lu$/, upper],
  [/^Ll$/, lower],
  [/^(?:N|Nd|Number)$/, digits],
  [/^(?:L[mot]|N[lo]|M[a-z]?|Mark|Script=(?!Common$|Zyyy$)\w+)$/, noCharacters],
]

/** Returns the characters of `\p{…}`: exactly the ASCII characters with the property, and all non-ASCII characters. */
export function propertyCharacters(property: string): CharacterSet | undefined {
  const found = asciiByProperty.find(([form]) => form.test(property))
  return found && found[1] | beyondAscii
}

/** Returns the code of the only character in a set. Undefined if there are several, or if it is not ASCII. */
export function onlyCharacter(set: CharacterSet): number | undefined {
  if (set === noCharacters || set >= lettersBeyondAscii || (set & (set - 1n)) !== 0n) return undefined
  return set.toString(2).length - 1
}
