/**
 * Batches queries: while one query runs, additional questions wait and become the next query, at most `most` at a time.
 * Each question is sent after it arrives, so its answer is as fresh as a separate query's. A busy process answers
 * hundreds of questions for the cost of one. `ask` must return the answers in the order of the questions. If it throws,
 * all questions in the batch fail.
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
      // Wait until all pending requests are read, so that the first batch includes them.
      setImmediate(() => void askAll())
    })
}

interface Asker<Question, Answer> {
  readonly question: Question
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}
