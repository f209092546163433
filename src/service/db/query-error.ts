import { DrizzleQueryError } from 'drizzle-orm/errors'

/**
 * The text of an error without what a failed query was about: drizzle-orm puts the parameters, which
 * are users' data and may be megabytes, into the message. Why it failed is in the cause, and told.
 */
export function errorText(error: unknown): string {
  if (error instanceof DrizzleQueryError)
    return `Failed query: ${error.query}${error.cause ? `: ${error.cause.message}` : ''}`
  return error instanceof Error ? error.message : String(error)
}

/** SQLSTATE classes and errors of the driver that mean: not now, rather than not at all. */
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
 * True when the database cannot do its work at this moment: it restarts, has no connection left, no disk (53100) or
 * memory (53200), only reads (25006, a standby that is not promoted yet), or has ended an idle session (57P05).
 */
export function isDatabaseAway(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof Error && 'code' in cause && passing.has(String(cause.code))
}
