/** A function that logs one line: fields and a message, or only a message. */
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
