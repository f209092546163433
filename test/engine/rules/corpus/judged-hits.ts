import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const file = join(import.meta.dirname, '../../../../bench/detection/judged-hits.json')

/** Hits of one rule on real packages outside of the corpus that somebody judged by reading the code. */
export const JudgedHits = z.strictObject({
  rule: z.string(),
  judged: z.int().positive(),
  right: z.int().nonnegative(),
  /** It depends on something that the code does not say. */
  doubtful: z.int().nonnegative().default(0),
  wrong: z.int().nonnegative(),
  /** What was doubtful or wrong. */
  note: z.string().optional(),
})
export type JudgedHits = z.infer<typeof JudgedHits>

/** What a rule has to show before it may call itself sure: so many judged hits, and this share of them right. */
export const earning = { judged: 20, right: 0.9 }

export function hasEarned({ judged, right }: JudgedHits): boolean {
  return judged >= earning.judged && right >= judged * earning.right
}

/** Throws for a file that makes no sense. */
export async function readJudgedHits(): Promise<JudgedHits[]> {
  return z.array(JudgedHits).parse(JSON.parse(await readFile(file, 'utf8')))
}

/** What was judged, as Markdown. */
export function judgedTable(hits: readonly JudgedHits[]): string {
  const rows = hits.map(
    ({ rule, judged, right, doubtful, wrong, note }) =>
      `| ${rule} | ${judged} | ${right} | ${doubtful} | ${wrong} | ${note ?? ''} |`,
  )
  return [
    '| rule | judged | right | doubtful | wrong | what was doubtful or wrong |',
    '|---|---:|---:|---:|---:|---|',
    ...rows,
  ].join('\n')
}

/** What was judged, as the file that the pages of rules show. */
export function reviewedHitsFile(hits: readonly JudgedHits[]): string {
  const rows = hits.map(({ rule, judged, right, doubtful, wrong, note = '' }) =>
    JSON.stringify({ rule, judged, right, doubtful, wrong, note }),
  )
  return `[\n  ${rows.join(',\n  ')}\n]\n`
}

/** The file of the pages, relative to the root of the project. */
export const reviewedHitsPath = 'src/service/pages/rules/reviewed-hits.json'
