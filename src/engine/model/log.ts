/** Writes one line of a log: fields and a message, or a message alone. */
interface LogLine {
  (fields: object, message: string): void
  (message: string): void
}

/** The logger that the engine needs. The service passes its own. */
export interface Log {
  readonly debug: LogLine
  readonly info: LogLine
  readonly warn: LogLine
}
