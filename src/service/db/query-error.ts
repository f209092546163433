import { DrizzleQueryError } from 'drizzle-orm/errors'

/**
 * Returns an error's text without the failed query's parameters. drizzle-orm includes them in the message, but they are
 * user data and can be megabytes. The cause, which contains the reason, is included.
 */
export function errorText(error: unknown): string {
  if (error instanceof DrizzleQueryError)
    return `Failed query: ${error.query}${error.cause ? `: ${error.cause.message}` : ''}`
  return error instanceof Error ? error.message : String(error)
}

/** SQLSTATE classes and driver errors that mean a temporary failure. */
const passing = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'NO_PRIMARY',
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
 * Reports whether the database is temporarily unavailable. It may be restarting, read-only (25006, a standby that is
 * not yet promoted), without a primary (NO_PRIMARY), or out of connections, disk space (53100), or memory (53200). It
 * may also have closed an idle session (57P05).
 */
export function isDatabaseAway(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof Error && 'code' in cause && passing.has(String(cause.code))
}
