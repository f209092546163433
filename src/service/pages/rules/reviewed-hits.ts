import hits from './reviewed-hits.json' with { type: 'json' }

/** Findings of a rule in real packages outside the test corpus that a reviewer checked by reading the code. */
export interface ReviewedHits {
  readonly judged: number
  readonly right: number
  /** Correctness depends on something that the code does not show. */
  readonly doubtful: number
  readonly wrong: number
  /** Reasons for doubtful and wrong hits. Empty without any. */
  readonly note: string
}

/** `npm run corpus:figures` writes the file from the record of all reviews. */
const byRule: ReadonlyMap<string, ReviewedHits> = new Map(hits.map(({ rule, ...reviewed }) => [rule, reviewed]))

/** Returns the reviewed hits of a rule, or undefined if no hit was reviewed. */
export function reviewedHitsOf(rule: string): ReviewedHits | undefined {
  return byRule.get(rule)
}
