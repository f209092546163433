import { precisionOf, recallOf, type CorpusFigures } from './figures.ts'
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

/** What each rule did, as Markdown. */
export function rulesTable({ rules }: CorpusFigures): string {
  const rows = Object.entries(rules).map(
    ([rule, figures]) =>
      `| ${rule} | ${figures.found} | ${figures.missed} | ${figures.falseAlarms} | ` +
      `${percent(precisionOf(figures))} | ${percent(recallOf(figures))} |`,
  )
  return [
    '| rule | found | missed | false alarms | precision | recall |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows,
  ].join('\n')
}

const percent = (share: number | undefined): string => (share === undefined ? '–' : `${Math.round(share * 100)} %`)

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
