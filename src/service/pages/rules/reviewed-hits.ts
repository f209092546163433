import hits from './reviewed-hits.json' with { type: 'json' }

/**
 * Reviewed findings of a rule in real packages outside the test corpus. A reviewer checked each one by reading the
 * code.
 */
export interface ReviewedHits {
  readonly judged: number
  readonly right: number
  /** Number of findings whose correctness depends on information that the code does not show. */
  readonly doubtful: number
  readonly wrong: number
  /** Explanation of doubtful findings and false positives. Empty if none exist. */
  readonly note: string
}

/** `npm run corpus:figures` generates the file from the record of all reviews. */
const byRule: ReadonlyMap<string, ReviewedHits> = new Map(hits.map(({ rule, ...reviewed }) => [rule, reviewed]))

/** Returns a rule's reviewed findings, or undefined if none was reviewed. */
export function reviewedHitsOf(rule: string): ReviewedHits | undefined {
  return byRule.get(rule)
}
