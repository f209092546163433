/** The embedded Postgres could not be created, started, or kept running. The message contains the solution. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}
