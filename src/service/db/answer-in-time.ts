/** Thrown if the database does not respond to a query in time. */
export class DatabaseSilentError extends Error {
  override readonly name = 'DatabaseSilentError'
}

/** Timeout of health checks. A healthy database responds within milliseconds. */
const lookMs = 2_000

/**
 * Returns the result of the query, or throws a DatabaseSilentError after `maxMs`. The query itself continues, and its
 * result is discarded.
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
