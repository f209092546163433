import pino, { type Logger, type SerializedError } from 'pino'
import pretty from 'pino-pretty'

/**
 * Logs go to standard error, so that standard output is a command's result: as JSON lines for
 * machines, readable where a person watches. Known places of secrets are blanked as a last resort.
 */
export function createLogger(level: string): Logger {
  const options = {
    level,
    base: null,
    redact: ['*.authorization', '*["x-api-key"]', '*.password', '*.secret', '*.webhookSecret'],
    serializers: { err: serializeError },
  }
  return process.stderr.isTTY
    ? pino(options, pretty({ colorize: true, translateTime: 'SYS:HH:MM:ss', singleLine: true, destination: 2, sync: true }))
    : pino(options, pino.destination({ fd: 2, sync: true }))
}

/**
 * An error as pino writes it, but for what a failed query was about: drizzle-orm puts the parameters,
 * which are users' data, into the message and so into the stack.
 */
export function serializeError(error: Error): SerializedError {
  const { params, ...serialized } = pino.stdSerializers.err(error)
  if (params === undefined) return serialized as SerializedError
  const query = `Failed query: ${String(serialized.query)}`
  const withoutParameters = (text: string) => text.replaceAll(error.message, () => query)
  return { ...serialized, message: withoutParameters(serialized.message), stack: withoutParameters(serialized.stack) } as SerializedError
}
