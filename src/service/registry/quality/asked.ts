/** Result of a request for data of quality signals. */
export type Asked<Answer> =
  | { readonly status: 'found'; readonly answer: Answer; readonly source: string; readonly at: Date }
  | NotAnswered

/** No data: there was no request to send, or no usable response. */
export interface NotAnswered {
  readonly status: 'failed'
  /** Reason as a sentence. */
  readonly reason: string
  /** URL of the request. Empty if there was no request to send. */
  readonly source: string
  /** True for a temporary failure. The earlier value then stays. */
  readonly isPassing: boolean
}

/** Returns a result for data that no request can provide. */
export const nothingToAsk = (reason: string): NotAnswered => ({
  status: 'failed',
  reason,
  source: '',
  isPassing: false,
})

/** Returns the result with a mapped answer. */
export function mapAsked<Answer, Part>(asked: Asked<Answer>, map: (answer: Answer) => Part): Asked<Part> {
  return asked.status === 'found' ? { ...asked, answer: map(asked.answer) } : asked
}

/**
 * Joins all answers. If one of them failed temporarily, the result fails too, because a sum without it would look like
 * a change. Without any answer, the result is the failure of a request that was sent.
 */
export function joinAsked<Answer, Joined>(
  asked: readonly Asked<Answer>[],
  join: (answers: readonly Answer[]) => Joined,
): Asked<Joined> {
  const failed = asked.filter((result) => result.status === 'failed')
  const answered = asked.filter((result) => result.status === 'found')
  const temporary = failed.find(({ isPassing }) => isPassing)
  if (temporary) return temporary
  if (answered.length === 0)
    return failed.find(({ source }) => source !== '') ?? failed[0] ?? nothingToAsk('No source has this data.')
  return {
    status: 'found',
    answer: join(answered.map(({ answer }) => answer)),
    source: [...new Set(answered.map(({ source }) => source))].join(', '),
    at: new Date(Math.min(...answered.map(({ at }) => at.getTime()))),
  }
}
