import pino, { type Logger, type SerializedError } from 'pino'
import pretty from 'pino-pretty'
import { errorText } from '../db/query-error.ts'

/**
 * Creates the logger. It writes to stderr, so that stdout contains only the result of a command: JSON lines, or
 * human-readable lines in a terminal. As a last resort, fields with known secret names are redacted.
 */
export function createLogger(level: string): Logger {
  const options = {
    level,
    base: null,
    redact: ['*.authorization', '*["x-api-key"]', '*.password', '*.secret', '*.webhookSecret'],
    serializers: { err: serializeError },
  }
  return process.stderr.isTTY
    ? pino(
        options,
        pretty({ colorize: true, translateTime: 'SYS:HH:MM:ss', singleLine: true, destination: 2, sync: true }),
      )
    : pino(options, pino.destination({ fd: 2, sync: true }))
}

/** Serializes an error as pino does, but without a failed query's parameters, because they are user data. */
export function serializeError(error: Error): SerializedError {
  const { params, ...serialized } = pino.stdSerializers.err(error)
  if (params === undefined) return serialized as SerializedError
  const stack = serialized.stack.replaceAll(error.message, () => `Failed query: ${String(serialized.query)}`)
  return { ...serialized, message: errorText(error), stack } as SerializedError
}
