// node training/tool-texts/evaluate.ts FOLDER [--ordinary FILE]... [--blind]
//
// Scores each text with a model that was trained without its author, corpus, or fold of servers, and prints how many
// texts have a score above each of six thresholds. FOLDER contains injection.jsonl and benign.jsonl.
// FILE has more ordinary definitions in the same format. They are never used for training. --blind scores the blind
// corpora and servers with a model that was trained on everything else.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { highestScore, type LinearModel } from '../../src/engine/rules/tool-definitions/classifier/classifier.ts'
import { ownWordsOf } from '../../src/engine/rules/tool-definitions/classifier/features.ts'
import { TextRecord } from '../../bench/texts/text-sets.ts'
import { type LabeledText, labeledRecord, ownTexts, publicTexts } from './labeled-texts.ts'
import { examplesOf, train } from './logistic-regression.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { ordinary: { type: 'string', multiple: true }, blind: { type: 'boolean' } },
})
const [folder] = positionals
if (folder === undefined) throw new Error('Name the folder of the labeled texts.')

const known = [...ownTexts(join(import.meta.dirname, 'texts')), ...publicTexts(folder, false)]
const ordinary = (values.ordinary ?? []).map((file) => ({
  file,
  texts: readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => labeledRecord(TextRecord.parse(JSON.parse(line)), false)),
}))
const blind = values.blind === true ? publicTexts(folder, true) : []

/** Number of folds for groups of public texts. Each author of own texts is a fold. */
const publicFolds = 4

const publicGroups = [...new Set(known.filter(({ isOwn }) => !isOwn).map(({ group }) => group))].sort()
const foldOf = ({ isOwn, group }: LabeledText): string =>
  isOwn ? group : `public ${publicGroups.indexOf(group) % publicFolds}`

const examples = examplesOf(known)
const modelOf = (isUsed: (text: LabeledText) => boolean): LinearModel => ({
  ...train(examples.filter(({ text }) => isUsed(text))),
  scale: 1,
})
const scoreOf = (model: LinearModel, { sentences, name }: LabeledText): number =>
  highestScore(
    model,
    sentences.map(({ text }) => text),
    ownWordsOf(name),
  )?.score ?? -Infinity

const complete = modelOf(() => true)
const held = new Map<string, LinearModel>()
for (const fold of new Set(known.map(foldOf)))
  held.set(
    fold,
    modelOf((text) => foldOf(text) !== fold),
  )
const scoreOfKnown = (text: LabeledText): number => scoreOf(held.get(foldOf(text)) ?? complete, text)

const rows: { readonly name: string; readonly isHostile: boolean; readonly scores: readonly number[] }[] = [
  ...groupsOf(known.filter(({ isOwn }) => isOwn)).map(([name, texts]) => row(name, texts, scoreOfKnown)),
  row(
    'public orders',
    known.filter((text) => !text.isOwn && text.isHostile),
    scoreOfKnown,
  ),
  row(
    'public ordinary',
    known.filter((text) => !text.isOwn && !text.isHostile),
    scoreOfKnown,
  ),
  ...ordinary.map(({ file, texts }) => row(file, texts, (text) => scoreOf(complete, text))),
  ...groupsOf(blind.filter(({ isHostile }) => isHostile)).map(([name, texts]) =>
    row(`blind ${name}`, texts, (text) => scoreOf(complete, text)),
  ),
  row(
    'blind ordinary',
    blind.filter(({ isHostile }) => !isHostile),
    (text) => scoreOf(complete, text),
  ),
].filter(({ scores }) => scores.length > 0)

function row(name: string, texts: readonly LabeledText[], score: (text: LabeledText) => number) {
  return { name, isHostile: texts[0]?.isHostile === true, scores: texts.map(score) }
}

function groupsOf(texts: readonly LabeledText[]): [string, LabeledText[]][] {
  const groups = Map.groupBy(texts, ({ group, isHostile }) => `${group}, ${isHostile ? 'orders' : 'ordinary'}`)
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1))
}

const thresholds = [0.5, 0.75, 1, 1.25, 1.5, 1.75]
const print = (text: string) => process.stdout.write(`${text}\n`)

print(`| texts | number | ${thresholds.map((each) => `score above ${each}`).join(' | ')} |`)
print(`|---|---:|${'---:|'.repeat(thresholds.length)}`)
for (const { name, scores } of rows)
  print(
    `| ${name} | ${scores.length} | ` +
      `${thresholds.map((least) => scores.filter((score) => score > least).length).join(' | ')} |`,
  )
