import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const file = join(import.meta.dirname, '../../../../bench/detection/judged-hits.json')

/** Hits of one rule on real packages outside of the corpus that a person judged by reading the code. */
export const JudgedHits = z.strictObject({
  rule: z.string(),
  judged: z.int().positive(),
  right: z.int().nonnegative(),
  /** Hits that depend on something outside of the code. */
  doubtful: z.int().nonnegative().default(0),
  wrong: z.int().nonnegative(),
  /** Explanation of the doubtful or wrong hits. */
  note: z.string().optional(),
})
export type JudgedHits = z.infer<typeof JudgedHits>

/** Requirements for high precision: the number of judged hits, and the share of them that must be right. */
export const earning = { judged: 20, right: 0.9 }

export function hasEarned({ judged, right }: JudgedHits): boolean {
  return judged >= earning.judged && right >= judged * earning.right
}

/** Reads the judged hits. Throws if the file is invalid. */
export async function readJudgedHits(): Promise<JudgedHits[]> {
  return z.array(JudgedHits).parse(JSON.parse(await readFile(file, 'utf8')))
}

/** Returns the judged hits as a Markdown table. */
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

/** Returns the judged hits as the file that the rule pages read. */
export function reviewedHitsFile(hits: readonly JudgedHits[]): string {
  const rows = hits.map(({ rule, judged, right, doubtful, wrong, note = '' }) =>
    JSON.stringify({ rule, judged, right, doubtful, wrong, note }),
  )
  return `[\n  ${rows.join(',\n  ')}\n]\n`
}

/** Path of that file, relative to the root of the project. */
export const reviewedHitsPath = 'src/service/pages/rules/reviewed-hits.json'
