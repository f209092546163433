import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { shippedModel } from '../../../../../src/engine/rules/tool-definitions/classifier/classifier.ts'
import { ownTexts } from '../../../../../training/tool-texts/labeled-texts.ts'
import { trainedModel } from '../../../../../training/tool-texts/trained-model.ts'

const folderOf = (path: string) => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url))
const publicTexts = folderOf('../shared/texts')

describe('the texts for training', () => {
  const texts = ownTexts(folderOf('training/tool-texts/texts'))

  it('have different names within a file, and different sentences', () => {
    for (const [group, members] of Map.groupBy(texts, ({ group: file }) => file)) {
      const orders = members.flatMap(({ sentences }) =>
        sentences.filter(({ isOrder }) => isOrder).map(({ text }) => text),
      )
      const long = orders.filter((text) => text.length > 60)
      expect(new Set(long).size, group).toBe(long.length)
    }
  })

  it('mark an order in each hostile text only', () => {
    for (const { id, isHostile, sentences } of texts)
      expect(
        sentences.some(({ isOrder }) => isOrder),
        id,
      ).toBe(isHostile)
  })
})

describe('the shipped weights', () => {
  it.skipIf(!existsSync(publicTexts))('are what the training computes', { timeout: 180_000 }, () => {
    const { weights, scale, bias } = trainedModel(publicTexts)
    const shipped = shippedModel()
    expect(shipped.scale).toBe(scale)
    expect(shipped.bias).toBe(bias)
    expect(Buffer.from(shipped.weights.buffer).equals(Buffer.from(weights.buffer))).toBe(true)
  })
})
