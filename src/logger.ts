import pino, { type Logger } from 'pino'
import pretty from 'pino-pretty'

/**
 * Logs go to standard error, so that standard output is a command's result: as JSON lines for
 * machines, readable where a person watches. Known places of secrets are blanked as a last resort.
 */
export function createLogger(level: string): Logger {
  const options = { level, base: null, redact: ['*.authorization', '*["x-api-key"]', '*.password', '*.secret', '*.webhookSecret'] }
  return process.stderr.isTTY
    ? pino(options, pretty({ colorize: true, translateTime: 'SYS:HH:MM:ss', singleLine: true, destination: 2, sync: true }))
    : pino(options, pino.destination({ fd: 2, sync: true }))
}
