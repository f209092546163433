/** Result of requesting a signal's data. */
export type Fetched<Answer> =
  | { readonly status: 'found'; readonly answer: Answer; readonly source: string; readonly at: Date }
  | NotFetched

/** Missing data: no request applies, or no usable response arrived. */
export interface NotFetched {
  readonly status: 'failed'
  /** Reason, as a sentence. */
  readonly reason: string
  /** URL of the request. Empty if no request applies. */
  readonly source: string
  /** True if the failure is temporary. The last value is then kept. */
  readonly isTemporary: boolean
}

/** Returns a result for data that no request can provide. */
export const notAvailable = (reason: string): NotFetched => ({
  status: 'failed',
  reason,
  source: '',
  isTemporary: false,
})

/** Applies `map` to a successful result's answer. */
export function mapFetched<Answer, Part>(fetched: Fetched<Answer>, map: (answer: Answer) => Part): Fetched<Part> {
  return fetched.status === 'found' ? { ...fetched, answer: map(fetched.answer) } : fetched
}

/**
 * Combines all answers. If one request failed temporarily, returns that failure, because a sum without its answer would
 * look like a change. If there are no answers, returns the failure of a request that was sent.
 */
export function joinFetched<Answer, Joined>(
  results: readonly Fetched<Answer>[],
  join: (answers: readonly Answer[]) => Joined,
): Fetched<Joined> {
  const failed = results.filter((result) => result.status === 'failed')
  const answered = results.filter((result) => result.status === 'found')
  const temporary = failed.find(({ isTemporary }) => isTemporary)
  if (temporary) return temporary
  if (answered.length === 0)
    return failed.find(({ source }) => source !== '') ?? failed[0] ?? notAvailable('No source provides this data.')
  return {
    status: 'found',
    answer: join(answered.map(({ answer }) => answer)),
    source: [...new Set(answered.map(({ source }) => source))].join(', '),
    at: new Date(Math.min(...answered.map(({ at }) => at.getTime()))),
  }
}
