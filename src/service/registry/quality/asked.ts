/** What became of asking for something of which signals are made. */
export type Asked<Answer> =
  | { readonly status: 'found'; readonly answer: Answer; readonly source: string; readonly at: Date }
  | NotAnswered

/** There is nothing to ask, or no answer. */
export interface NotAnswered {
  readonly status: 'failed'
  /** A sentence for people. */
  readonly reason: string
  /** Where it was asked, for people; empty where there is nothing to ask. */
  readonly source: string
  /** Another time there may be an answer: what was known before stays. */
  readonly isPassing: boolean
}

/** There is nothing to ask. */
export const nothingToAsk = (reason: string): NotAnswered => ({
  status: 'failed',
  reason,
  source: '',
  isPassing: false,
})

/** An answer made of another one. */
export function mapAsked<Answer, Part>(asked: Asked<Answer>, map: (answer: Answer) => Part): Asked<Part> {
  return asked.status === 'found' ? { ...asked, answer: map(asked.answer) } : asked
}

/**
 * The answers that there are, joined. While one of them is only missing for now there is none: what the others tell
 * would look like a change. Without any, the failure of one that was asked.
 */
export function joinAsked<Answer, Joined>(
  asked: readonly Asked<Answer>[],
  join: (answers: readonly Answer[]) => Joined,
): Asked<Joined> {
  const failed = asked.filter((one) => one.status === 'failed')
  const found = asked.filter((one) => one.status === 'found')
  const passing = failed.find(({ isPassing }) => isPassing)
  if (passing) return passing
  if (found.length === 0)
    return failed.find(({ source }) => source !== '') ?? failed[0] ?? nothingToAsk('There is nothing to ask.')
  return {
    status: 'found',
    answer: join(found.map(({ answer }) => answer)),
    source: [...new Set(found.map(({ source }) => source))].join(', '),
    at: new Date(Math.min(...found.map(({ at }) => at.getTime()))),
  }
}
