import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { examineCorpus } from './examine-corpus.ts'
import { judgedTable, readJudgedHits, reviewedHitsFile, reviewedHitsPath } from './judged-hits.ts'
import { casesTable, rulesTable, withTable } from './tables.ts'

// Writes the current results of the rules into the corpus, which tests compare, and the tables into the documents that
// contain them.
const root = join(import.meta.dirname, '../../../..')
const { cases, figures } = await examineCorpus()
await writeFile(join(root, 'test/corpus/figures.json'), `${JSON.stringify(figures, undefined, 2)}\n`)
await writeFile(join(root, reviewedHitsPath), reviewedHitsFile(await readJudgedHits()))
for (const [path, table, name] of [
  ['test/corpus/cases/README.md', casesTable(cases), 'corpus'],
  ['docs/explanation/detection-method.md', rulesTable(figures), 'corpus'],
  ['docs/explanation/detection-method.md', judgedTable(await readJudgedHits()), 'judged'],
] as const) {
  const text = withTable(await readFile(join(root, path), 'utf8'), table, name)
  if (text !== undefined) await writeFile(join(root, path), text)
}
process.stdout.write(
  `${rulesTable(figures)}\n\n${figures.missed.length} missed: ` +
    `${figures.missed.join(', ')}\n${Object.keys(figures.falseAlarms).length} with a false alarm: ` +
    `${Object.entries(figures.falseAlarms)
      .map(([name, rules]) => `${name} (${rules.join(', ')})`)
      .join(', ')}\n`,
)
