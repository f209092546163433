/** The database took a question, and has not answered in time. */
export class DatabaseSilentError extends Error {
  override readonly name = 'DatabaseSilentError'
}

/** For whoever only looks: what a healthy database answers in milliseconds. */
const lookMs = 2_000

/**
 * What was asked, or a DatabaseSilentError when there is no answer in time. What was asked goes on, and its end is
 * nobody's any more.
 */
export async function answerInTime<Answer>(asked: Promise<Answer>, maxMs = lookMs): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new DatabaseSilentError(`The database has not answered within ${maxMs / 1_000} s.`)),
    maxMs,
  )
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}
