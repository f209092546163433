import { addedFeatures } from '../../src/engine/rules/tool-definitions/classifier/classifier.ts'
import { addFeatures, ownWordsOf, weightCount } from '../../src/engine/rules/tool-definitions/classifier/features.ts'
import type { LabeledText } from './labeled-texts.ts'

/** Features of a sentence, or of two neighboring ones, with their label. */
export interface Example {
  readonly features: Uint32Array
  readonly isOrder: boolean
  /** Weight of the example in the training. */
  readonly share: number
  readonly text: LabeledText
}

/** Weight of a pair of sentences in the training. Its words are also in the examples of both sentences. */
const shareOfPair = 0.5

/** Returns the sentences of texts and their neighboring pairs as examples. */
export function examplesOf(texts: readonly LabeledText[]): Example[] {
  return texts.flatMap((text) => {
    const own = ownWordsOf(text.name)
    const singles = text.sentences.map((sentence) => {
      const features: number[] = []
      addFeatures(features, sentence.text, own)
      return new Set(features)
    })
    return text.sentences.flatMap(({ isOrder }, at) => {
      const features = singles[at] ?? new Set()
      const [before, wasOrder] = [singles[at - 1], text.sentences[at - 1]?.isOrder === true]
      const single = { features: Uint32Array.from(features), isOrder, share: 1, text }
      if (before === undefined) return [single]
      const both = Uint32Array.from(before.union(features))
      return [single, { features: both, isOrder: isOrder || wasOrder, share: shareOfPair, text }]
    })
  })
}

/** Trained weights. */
export interface Trained {
  readonly weights: Float32Array
  readonly bias: number
}

export const trainingSettings = {
  passes: 6,
  /** Step size of AdaGrad. */
  rate: 0.2,
  l2: 1e-6,
  /** Number of models with different orders of examples. Their mean is a linear model too, and varies less. */
  models: 3,
} as const

/** Returns the mean of several models. The same examples give the same result. */
export function train(examples: readonly Example[]): Trained {
  const sum = new Float32Array(weightCount)
  let bias = 0
  for (let seed = 1; seed <= trainingSettings.models; seed += 1) {
    const one = trainOne(examples, seed)
    for (let at = 0; at < weightCount; at += 1)
      sum[at] = (sum[at] ?? 0) + (one.weights[at] ?? 0) / trainingSettings.models
    bias += one.bias / trainingSettings.models
  }
  return { weights: sum, bias }
}

/** Initial sum of squared gradients: the first step has the full size. */
const initialSquare = 1e-8

/** Trains one model by stochastic gradient descent with AdaGrad (Duchi, Hazan, and Singer 2011). */
function trainOne(examples: readonly Example[], seed: number): Trained {
  const { passes, rate, l2 } = trainingSettings
  const weights = new Float32Array(weightCount)
  const squares = new Float32Array(weightCount).fill(initialSquare)
  let bias = 0
  let biasSquare = initialSquare
  const order = shuffler(examples.length, seed)
  for (let pass = 0; pass < passes; pass += 1) {
    for (const index of order()) {
      const { features, isOrder, share } = examples[index] as Example
      const norm = 1 / Math.sqrt(features.length + addedFeatures)
      let sum = 0
      for (let at = 0; at < features.length; at += 1) sum += weights[features[at] as number] as number
      const probability = 1 / (1 + Math.exp(-(bias + sum * norm)))
      const error = (probability - (isOrder ? 1 : 0)) * share
      for (let at = 0; at < features.length; at += 1) {
        const feature = features[at] as number
        const weight = weights[feature] as number
        const gradient = error * norm + l2 * weight
        const square = (squares[feature] as number) + gradient ** 2
        squares[feature] = square
        weights[feature] = weight - (rate * gradient) / Math.sqrt(square)
      }
      biasSquare += error ** 2
      bias -= (rate * error) / Math.sqrt(biasSquare)
    }
  }
  return { weights, bias }
}

/** Returns a function that shuffles the indexes again at each call, always in the same way for a seed. */
function shuffler(length: number, seed: number): () => readonly number[] {
  const order = Array.from({ length }, (_none, index) => index)
  let state = seed
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  return () => {
    for (let at = length - 1; at > 0; at -= 1) {
      const other = below(at + 1)
      const kept = order[at] as number
      order[at] = order[other] as number
      order[other] = kept
    }
    return order
  }
}
