/** Thrown if the embedded Postgres cannot be created, started, or kept running. The message includes a solution. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}
