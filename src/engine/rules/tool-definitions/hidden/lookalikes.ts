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

/** Replaces look-alike letters with Latin letters. */
export function withLatinLetters(text: string): string {
  return text.replaceAll(lookalike, (letter) => latinOf.get(letter) ?? letter)
}

/**
 * Returns each word that mixes Latin letters with look-alikes. Ignores words in a single alphabet, and formulas such as
 * `Δt` and `μs`.
 */
export function mixedWords(text: string): string[] {
  const words = new Set<string>()
  let end = 0
  for (const { index } of text.matchAll(lookalike)) {
    if (index < end) continue
    let start = index
    while (start > end && !isSpace(text, start - 1)) start -= 1
    end = index
    while (end < text.length && !isSpace(text, end)) end += 1
    for (const [word] of text.slice(start, end).matchAll(/[\p{L}\p{M}\d_]{3,100}/gu)) {
      const others = word.match(/[^\p{Script=Latin}\p{M}\d_]/gu)
      const latin = word.match(/\p{Script=Latin}/gu)
      if (others && latin && latin.length >= 2 && others.every((letter) => latinOf.has(letter))) words.add(word)
    }
  }
  return [...words]
}

const isSpace = (text: string, at: number): boolean => /\s/.test(text[at] ?? '')
