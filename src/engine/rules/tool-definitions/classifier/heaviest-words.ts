import { type LinearModel, weightOf } from './classifier.ts'
import { classesOfWord } from './word-classes.ts'
import { pairFeature, startOfSentence, wordFeature } from './features.ts'
import { addWordHashes, tokenHashes, type WordHash } from './word-hashes.ts'

/** Number of words that a finding names. */
const maxWords = 4

/** Matches a word that means something on its own: an ideograph, or four letters. Most function words are shorter. */
const meaningful = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\p{L}{4}/u

/**
 * Returns the words of sentences that raise their score the most, as written and in the order of the text. A word has
 * the weights of the word and of its classes, and half of those of both pairs that contain it. The list can be empty.
 */
export function heaviestWords(
  model: LinearModel,
  sentences: readonly string[],
  ownWords: ReadonlySet<WordHash>,
): readonly string[] {
  const words = sentences.flatMap((sentence) => weightedWords(model, sentence, ownWords))
  const best = new Map<string, number>()
  for (const { word, weight } of words)
    if (weight > (best.get(word) ?? 0) && meaningful.test(word)) best.set(word, weight)
  const chosen = new Set(
    [...best]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, maxWords)
      .map(([word]) => word),
  )
  return [...best.keys()].filter((word) => chosen.has(word))
}

interface WeightedWord {
  readonly word: string
  readonly weight: number
}

function weightedWords(model: LinearModel, sentence: string, ownWords: ReadonlySet<WordHash>): WeightedWord[] {
  const hashes: WordHash[] = []
  const places: (readonly [number, number])[] = []
  addWordHashes(hashes, sentence, places)
  const words = hashes.map((hash) => (ownWords.has(hash) ? tokenHashes.own : hash))
  const pairs = words.map((word, at) => weightOf(model, pairFeature(words[at - 1] ?? startOfSentence, word)))
  return words.map((word, at) => {
    const classes = classesOfWord(word).reduce((sum, each) => sum + weightOf(model, wordFeature(each)), 0)
    const weight = weightOf(model, wordFeature(word)) + classes + ((pairs[at] ?? 0) + (pairs[at + 1] ?? 0)) / 2
    const [from, to] = places[at] ?? [0, 0]
    return { word: sentence.slice(from, to), weight }
  })
}
