import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { readTextSets, type TextRecord } from '../../bench/texts/text-sets.ts'
import { sentencesOf } from '../../src/engine/rules/tool-definitions/texts/sentences.ts'

const OwnText = z.strictObject({
  type: z.string(),
  kind: z.enum(['tool', 'prompt', 'resource', 'instructions', 'skill']),
  name: z.string().min(1),
  description: z.string(),
  /** Names and descriptions of the parameters. */
  params: z.array(z.tuple([z.string(), z.string()])),
  /** Part of the description, or of a parameter's description, that gives a model an order. */
  order: z.string().min(1).optional(),
})

/** Definition with a label. */
export interface LabeledText {
  readonly id: string
  /** What belongs together when texts are held out: an author's file, a corpus, or a server. */
  readonly group: string
  readonly name: string
  readonly isHostile: boolean
  readonly isOwn: boolean
  readonly sentences: readonly LabeledSentence[]
}

export interface LabeledSentence {
  readonly text: string
  readonly isOrder: boolean
}

const linesOf = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown)

/** Returns the texts that were written for training, in the order of their files. */
export function ownTexts(folder: string): LabeledText[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((file) => {
      const group = basename(file, '.jsonl')
      return linesOf(join(folder, file)).map((line, at) => {
        const { name, description, params, order } = OwnText.parse(line)
        const texts = [description, ...params.map(([, text]) => text)]
        const id = `${group} ${at + 1}`
        const sentences = labeled(texts, order)
        if (order !== undefined && !sentences.some(({ isOrder }) => isOrder)) throw new Error(`${id} has no order.`)
        return { id, group, name, isHostile: order !== undefined, isOwn: true, sentences }
      })
    })
}

/**
 * Returns the orders and the benign definitions of the labeled sets, or nothing if the folder does not exist. Each
 * sentence of an order counts as one, because the sets do not mark a part.
 */
export function publicTexts(folder: string, isBlind: boolean): LabeledText[] {
  if (!existsSync(folder)) return []
  return readTextSets(folder, isBlind)
    .filter(({ name }) => name !== 'open-purpose')
    .flatMap(({ name, records }) => records.map((record) => labeledRecord(record, name === 'injection')))
}

/** Returns a record of a labeled set with its sentences. */
export function labeledRecord(record: TextRecord, isHostile: boolean): LabeledText {
  const { id, corpus, server, name, description, params } = record
  const sentences = labeled([description, ...params.map(([, text]) => text)], undefined)
  return {
    id,
    group: corpus ?? server ?? id,
    name,
    isHostile,
    isOwn: false,
    sentences: isHostile ? sentences.map(({ text }) => ({ text, isOrder: true })) : sentences,
  }
}

function labeled(texts: readonly string[], order: string | undefined): LabeledSentence[] {
  const sentences = texts.flatMap((text) => sentencesOf(text)).map(({ text }) => text)
  if (order === undefined) return sentences.map((text) => ({ text, isOrder: false }))
  // The order is read in the same way: without hidden characters, and with Latin letters instead of look-alikes.
  const wanted = sentencesOf(order)
    .map(({ text }) => text)
    .join(' ')
  const shares = sentences.map((text) => shareIn(plain(text), plain(wanted)))
  // A sentence without a clear share can still hold an order of a few words, so the best one always counts.
  const least = Math.min(minShare, Math.max(...shares))
  return sentences.map((text, at) => ({ text, isOrder: least > 0 && (shares[at] ?? 0) >= least }))
}

const plain = (text: string): string => text.replaceAll(/[\s*]+/g, ' ').trim()

/** Share of the words of a sentence that an order must contain if neither contains the other. */
const minShare = 0.5

/** Returns how much of a sentence is in an order: 1 if one contains the other, otherwise the share of its words. */
function shareIn(sentence: string, order: string): number {
  if (order.includes(sentence) || sentence.includes(order)) return 1
  const words = wordsOf(sentence)
  return words.intersection(wordsOf(order)).size / Math.max(words.size, 1)
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{L}+/gu))
