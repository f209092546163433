import type { Logger } from 'pino'
import { errorText } from '../db/query-error.ts'

/**
 * How long an error that is told stands for equal ones. A database that is away fails forty jobs every two seconds, and
 * a full disk is no place for that.
 */
const standsForMs = 10_000
/** Different errors that are known at once; with more the oldest is told anew. */
const maxKnown = 100

/** Tells an error, or counts it. */
export type TellError = (error: unknown, message: string, fields?: object) => void

/**
 * Logs errors so that equal ones of a message come once in ten seconds, with the number of those that were left out
 * before.
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
