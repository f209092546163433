import { addWordHashes, stemHashOf, tokenHashes, hashOf, type WordHash } from './word-hashes.ts'
import { classesOfWord } from './word-classes.ts'

/** Number of weights. Two features can share one; with a quarter of them, 4 points of recall were lost. */
export const weightCount = 1 << 17

const [pairFactor, mixFactor] = [0x9e_37_79_b1, 0x2c_1b_3c_6d]
export const startOfSentence: WordHash = hashOf('<start>')

/** Returns the index of the weight of a feature, from its hash. */
function indexOf(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), mixFactor)
  return (mixed ^ (mixed >>> 12)) & (weightCount - 1)
}

/** Returns the feature of a word, or of a class of words. */
export const wordFeature = (word: WordHash): number => indexOf(word)

/** Returns the feature of two neighboring words. */
export const pairFeature = (first: WordHash, second: WordHash): number => indexOf(Math.imul(first, pairFactor) ^ second)

/**
 * Adds the features of a sentence to a list, as indexes of weights: its words, its pairs of neighboring words, and the
 * classes of its words. A feature can be added more than once. Words of the tool's name all count as the same word,
 * because `sends an email` says something else in `send_email` than in `add`.
 */
export function addFeatures(features: number[], sentence: string, ownWords: ReadonlySet<WordHash>): void {
  const words: WordHash[] = []
  if (addWordHashes(words, sentence)) features.push(wordFeature(tokenHashes.capitals))
  let before = startOfSentence
  for (const found of words) {
    const isOwn = ownWords.has(found)
    const word = isOwn ? tokenHashes.own : found
    features.push(wordFeature(word), pairFeature(before, word))
    if (!isOwn) for (const each of classesOfWord(found)) features.push(wordFeature(each))
    before = word
  }
}

/** Maximum number of words of a name that are replaced. A name that repeats an order would hide its words. */
const maxOwnWords = 6

/** Returns the hashes of the first words in a name: `readFile`, `read_file`. */
export function ownWordsOf(name: string): ReadonlySet<WordHash> {
  const words = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|[_.\-/]+/g, ' ').toLowerCase()
  return new Set(
    words
      .split(/\s+/)
      .slice(0, maxOwnWords)
      .map((word) => stemHashOf(word)),
  )
}
