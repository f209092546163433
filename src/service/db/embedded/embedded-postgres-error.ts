/** The embedded Postgres could not be made, started or kept alive. The message says what the operator can do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}
