/**
 * True for the one error that postgres.js 3.4.9 throws where nobody can catch it: when a connection
 * dies while a transaction has a query under way, the library still schedules its ROLLBACK and writes
 * to a socket that is gone (its issues 1066, 1154 and 1208). By then the transaction is rejected with
 * CONNECTION_CLOSED and the pool goes on, so the process may as well.
 */
export function isLateWriteOfPostgresJs(error: unknown): boolean {
  return error instanceof TypeError && /reading 'write'/.test(error.message) && /nextWrite \(.*node_modules\/postgres\//.test(error.stack ?? '')
}
