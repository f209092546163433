import type { Logger } from 'pino'
import { errorText } from '../db/query-error.ts'

/**
 * Time for which equal errors are only counted. If the database is unavailable, forty jobs fail every two seconds,
 * which must not fill the disk.
 */
const standsForMs = 10_000
/** Maximum number of different errors to remember. The oldest one beyond that is logged again. */
const maxKnown = 100

export type TellError = (error: unknown, message: string, fields?: object) => void

/**
 * Returns a function that logs equal errors with the same message only once in ten seconds, with the number of omitted
 * errors.
 */
export function createErrorTeller(log: Logger, now: () => number = () => performance.now()): TellError {
  const known = new Map<string, { readonly at: number; leftOut: number }>()
  return (error, message, fields) => {
    const kind = `${message}: ${errorText(error).slice(0, 500)}`
    const last = known.get(kind)
    if (last && now() - last.at < standsForMs) {
      last.leftOut += 1
      return
    }
    known.delete(kind)
    known.set(kind, { at: now(), leftOut: 0 })
    for (const oldest of known.keys()) if (known.size > maxKnown) known.delete(oldest)
    log.error({ err: error, ...fields, ...(last && last.leftOut > 0 && { leftOut: last.leftOut }) }, message)
  }
}
