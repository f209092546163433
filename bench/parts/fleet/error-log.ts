import pino, { type Logger } from 'pino'

const maxLength = 500

/** Returns a log that passes the start of each error to a function, and keeps nothing else. */
export function errorLog(onError: (error: string) => void): Logger {
  return pino(
    { level: 'error', base: null, timestamp: false },
    { write: (line: string) => onError(line.slice(0, maxLength).trim()) },
  )
}
