import { DrizzleQueryError } from 'drizzle-orm/errors'

/**
 * Returns an error's text without the failed query's parameters. drizzle-orm includes them in the message, but they are
 * user data and can be megabytes. The cause, which contains the reason, is included.
 */
export function errorText(error: unknown): string {
  if (error instanceof DrizzleQueryError)
    return `Failed query: ${error.query}${error.cause ? `: ${error.cause.message}${poolerHint(error.cause)}` : ''}`
  return error instanceof Error ? `${error.message}${poolerHint(error)}` : String(error)
}

/**
 * Returns advice for the errors of prepared statements that a connection pooler in transaction mode causes. Up to
 * version 1.20, or without `max_prepared_statements`, PgBouncer does not know the statements (26000, 42P05). Later
 * versions prepare them again, but keep their plans after a migration (0A000).
 */
function poolerHint(error: Error): string {
  const code = 'code' in error ? error.code : undefined
  const isStale = code === '0A000' && error.message.includes('cached plan')
  return code === '26000' || code === '42P05' || isStale
    ? ' (If DATABASE_URL leads to a connection pooler in transaction mode, also set DATABASE_DIRECT_URL.)'
    : ''
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
  '08P01',
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
 * may also have closed an idle session (57P05). PgBouncer uses 08P01 for all of its errors, such as too many clients.
 */
export function isDatabaseAway(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof Error && 'code' in cause && passing.has(String(cause.code))
}
