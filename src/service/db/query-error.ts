import { DrizzleQueryError } from 'drizzle-orm/errors'

/**
 * The text of an error without the parameters of the failed query. drizzle-orm puts the parameters into the message,
 * but they are user data and can be megabytes. The cause contains the reason, and is kept.
 */
export function errorText(error: unknown): string {
  if (error instanceof DrizzleQueryError)
    return `Failed query: ${error.query}${error.cause ? `: ${error.cause.message}` : ''}`
  return error instanceof Error ? error.message : String(error)
}

/** SQLSTATE classes and driver errors for temporary failures. */
const passing = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53100',
  '53200',
  '53300',
  '25006',
])

/**
 * True if the database is temporarily unable to work: it restarts, has no free connections, disk space (53100), or
 * memory (53200), is read-only (25006, a standby that is not promoted yet), or has ended an idle session (57P05).
 */
export function isDatabaseAway(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof Error && 'code' in cause && passing.has(String(cause.code))
}
