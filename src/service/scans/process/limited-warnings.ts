import type { Logger } from 'pino'
import { scanProcessLimits } from './scan-process-limits.ts'

/** Logs a warning. */
export type Warn = (fields: object, text: string) => void

/** Limits the number of warnings per minute, because a hostile process can cause them. */
export function createLimitedWarnings(log: Pick<Logger, 'warn'>): Warn {
  let [latestMinute, count] = [0, 0]
  return (fields, text) => {
    const minute = Math.floor(performance.now() / 60_000)
    if (minute !== latestMinute) [latestMinute, count] = [minute, 0]
    count += 1
    if (count <= scanProcessLimits.maxWarningsPerMinute) log.warn(fields, text)
  }
}
