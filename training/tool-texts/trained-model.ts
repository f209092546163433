import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ownTexts, publicTexts } from './labeled-texts.ts'
import { examplesOf, train } from './logistic-regression.ts'

/** Trained model with one signed byte per weight. */
export interface QuantizedModel {
  readonly weights: Int8Array
  /** Value of one unit of a weight. */
  readonly scale: number
  readonly bias: number
  /** Number of texts that it was trained on. */
  readonly texts: number
}

/** Largest absolute value of a signed byte that is also available as a negative one. */
const maxWeight = 127

/** Trains the model on all texts except the blind ones. Throws if the folder of public texts does not exist. */
export function trainedModel(folder: string): QuantizedModel {
  if (!existsSync(join(folder, 'benign.jsonl'))) throw new Error(`There are no labeled texts in ${folder}.`)
  const texts = [...ownTexts(join(import.meta.dirname, 'texts')), ...publicTexts(folder, false)]
  const { weights, bias } = train(examplesOf(texts))
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0)
  const scale = largest / maxWeight
  return { weights: Int8Array.from(weights, (weight) => Math.round(weight / scale)), scale, bias, texts: texts.length }
}
