import { Buffer } from 'node:buffer'
import { addFeatures, weightCount } from './features.ts'
import type { WordHash } from './word-hashes.ts'
import data from './weights.json' with { type: 'json' }

/**
 * Logistic regression, trained on texts with and without orders to a model. See `training/tool-texts/README.md`. Each
 * weight is stored as a signed byte, in units of `scale`.
 */
export interface LinearModel {
  readonly weights: Int8Array | Float32Array
  readonly scale: number
  readonly bias: number
}

/** Returns the shipped model. It is decoded on first use, which takes less than 1 ms. */
export const shippedModel = (): LinearModel => (shipped ??= { ...data, weights: decoded(data.weights) })
let shipped: LinearModel | undefined

const decoded = (text: string): Int8Array => new Int8Array(Buffer.from(text, 'base64'))

/** Sentence, or pair of neighboring sentences, with its score. */
export interface Scored {
  /** Logarithm of the model's odds that the text is an order. Not calibrated: orders are rarer in real servers. */
  readonly score: number
  /** Index of the sentence, or of the second one of a pair. */
  readonly index: number
  readonly isPair: boolean
}

/** Returns the weight of a feature, in the unit of the score. */
export const weightOf = ({ weights, scale }: LinearModel, feature: number): number => (weights[feature] ?? 0) * scale

/** Added to the number of features, so that a few words do not decide about a short text. */
export const addedFeatures = 10

/** Sum of the weights of distinct features. The score divides it by the root of their number, and adds the bias. */
interface Sum {
  readonly sum: number
  readonly count: number
}

const scoreOf = ({ scale, bias }: LinearModel, { sum, count }: Sum): number =>
  bias + (sum * scale) / Math.sqrt(count + addedFeatures)

/** Number of the last sentence that contained each feature. Cleared before the numbers start again. */
const lastSentences = new Uint32Array(weightCount)
let sentenceNumber = 0

/**
 * Returns the sentence, or the pair of neighboring sentences, with the highest score. Reads each sentence once: a pair
 * has the sums of both without those of the features that they share.
 */
export function highestScore(
  model: LinearModel,
  sentences: readonly string[],
  ownWords: ReadonlySet<WordHash>,
): Scored | undefined {
  let highest: Scored | undefined
  let before: Sum | undefined
  const features: number[] = []
  for (const [index, sentence] of sentences.entries()) {
    features.length = 0
    addFeatures(features, sentence, ownWords)
    const { all, shared } = sumsOf(model, features, before !== undefined)
    const single = scoreOf(model, all)
    if (highest === undefined || single > highest.score) highest = { score: single, index, isPair: false }
    if (before !== undefined) {
      const both = { sum: before.sum + all.sum - shared.sum, count: before.count + all.count - shared.count }
      const score = scoreOf(model, both)
      if (score > highest.score) highest = { score, index, isPair: true }
    }
    before = all
  }
  return highest
}

/** Returns the sums of a sentence, and of the features that it shares with the sentence before it, if there is one. */
function sumsOf({ weights }: LinearModel, features: readonly number[], hasBefore: boolean): { all: Sum; shared: Sum } {
  // Cleared before the number exceeds 32 bits. Otherwise, old numbers would match new sentences.
  if (sentenceNumber >= maxSentenceNumber) {
    lastSentences.fill(0)
    sentenceNumber = 0
  }
  // A gap of two separates texts, so that the first sentence shares nothing with the last one of another text.
  sentenceNumber += hasBefore ? 1 : 2
  let [sum, count, sharedSum, sharedCount] = [0, 0, 0, 0]
  for (let at = 0; at < features.length; at += 1) {
    const feature = features[at] ?? 0
    const last = lastSentences[feature]
    if (last === sentenceNumber) continue
    lastSentences[feature] = sentenceNumber
    const weight = weights[feature] ?? 0
    sum += weight
    count += 1
    if (last !== sentenceNumber - 1) continue
    sharedSum += weight
    sharedCount += 1
  }
  return { all: { sum, count }, shared: { sum: sharedSum, count: sharedCount } }
}

const maxSentenceNumber = 0xff_ff_ff_f0
