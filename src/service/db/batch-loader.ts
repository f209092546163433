/**
 * Bundles questions to the database: while one query is under way, those that come meanwhile wait and
 * are asked with the next, at most `most` at once. Every question is asked after it came, so an answer
 * is as fresh as that of a query of its own, and a busy process asks hundreds for the price of one.
 * `ask` answers in the order of the questions; what it throws, all of its askers get.
 */
export function batchLoader<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { most }: { most: number },
): (question: Question) => Promise<Answer> {
  let waiting: Asker<Question, Answer>[] = []
  let isAsking = false

  async function askAll(): Promise<void> {
    while (waiting.length > 0) {
      const askers = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        const answers = await ask(askers.map(({ question }) => question))
        for (const [index, { resolve }] of askers.entries()) resolve(answers[index] as Answer)
      } catch (error) {
        for (const { reject } of askers) reject(error)
      }
    }
    isAsking = false
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (isAsking) return
      isAsking = true
      // All requests that have arrived by now are read before the first of them is asked for.
      setImmediate(() => void askAll())
    })
}

interface Asker<Question, Answer> {
  readonly question: Question
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}
