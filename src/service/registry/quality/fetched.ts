/** Result of a request for data of quality signals. */
export type Fetched<Answer> =
  | { readonly status: 'found'; readonly answer: Answer; readonly source: string; readonly at: Date }
  | NotFetched

/** No data: there was no request to send, or no usable response. */
export interface NotFetched {
  readonly status: 'failed'
  /** Reason as a sentence. */
  readonly reason: string
  /** URL of the request. Empty if there was no request to send. */
  readonly source: string
  /** True for a temporary failure. The earlier value then stays. */
  readonly isTemporary: boolean
}

/** Returns a result for data that no request can provide. */
export const notAvailable = (reason: string): NotFetched => ({
  status: 'failed',
  reason,
  source: '',
  isTemporary: false,
})

/** Returns the result with a mapped answer. */
export function mapFetched<Answer, Part>(fetched: Fetched<Answer>, map: (answer: Answer) => Part): Fetched<Part> {
  return fetched.status === 'found' ? { ...fetched, answer: map(fetched.answer) } : fetched
}

/**
 * Joins all answers. If one of them failed temporarily, the result fails too, because a sum without it would look like
 * a change. Without any answer, the result is the failure of a request that was sent.
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
