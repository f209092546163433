import type { CorpusFigures } from './figures.ts'
import { type CorpusCase, corpusCategories } from './read-cases.ts'

/** Cases per class and label, as Markdown. */
export function casesTable(cases: readonly CorpusCase[]): string {
  const rows = corpusCategories.flatMap((category) => {
    const ofCategory = cases.filter((labelled) => labelled.category === category)
    const classes = [...new Set(ofCategory.map((labelled) => labelled.class))].sort()
    return [
      ...classes.map((about) =>
        row(
          about,
          ofCategory.filter((labelled) => labelled.class === about),
        ),
      ),
      row(`**${category}**`, ofCategory),
    ]
  })
  return ['| class | malicious | benign |', '|---|---:|---:|', ...rows, row('**all**', cases)].join('\n')
}

function row(name: string, cases: readonly CorpusCase[]): string {
  const malicious = cases.filter(({ label }) => label === 'malicious').length
  return `| ${name} | ${malicious} | ${cases.length - malicious} |`
}

/** Returns a Markdown table: one row per rule that misses a case or raises a false alarm, and one for all others. */
export function rulesTable({ rules }: CorpusFigures): string {
  const all = Object.entries(rules)
  const imperfect = all.filter(([, { missed, falseAlarms }]) => missed > 0 || falseAlarms > 0)
  const foundByOthers = all
    .filter(([, { missed, falseAlarms }]) => missed === 0 && falseAlarms === 0)
    .reduce((sum, [, { found }]) => sum + found, 0)
  return [
    '| rule | found | missed | false alarms |',
    '|---|---:|---:|---:|',
    ...imperfect.map(([rule, { found, missed, falseAlarms }]) => `| ${rule} | ${found} | ${missed} | ${falseAlarms} |`),
    `| ${all.length - imperfect.length} other rules | ${foundByOthers} | 0 | 0 |`,
  ].join('\n')
}

/**
 * The text with this table between its marks, `<!-- name: begin -->` and `<!-- name: end -->`; undefined where it has
 * no marks.
 */
export function withTable(text: string, table: string, name = 'corpus'): string | undefined {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`]
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  return from === -1 || to < from ? undefined : `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`
}
