/**
 * Batches queries: while one query runs, further questions wait and are asked with the next one, at most `most` at a
 * time. Every question is asked after it arrived, so its answer is as fresh as that of a separate query, and a busy
 * process answers hundreds for the cost of one. `ask` returns answers in the order of the questions. If it throws, all
 * of its questions fail.
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
      // All requests that have arrived are read before the first question is asked.
      setImmediate(() => void askAll())
    })
}

interface Asker<Question, Answer> {
  readonly question: Question
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}
