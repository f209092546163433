import { createHash } from 'node:crypto'
import { qualityLimits } from './quality-limits.ts'

/**
 * Returns the time of the next measurement: one interval from now, plus or minus a random eighth. After a temporary
 * failure, the interval is a twentieth of that. If the GitHub rate limit blocks requests, the time is within one hour
 * after the reset.
 */
export function nextMeasurement(
  serverId: string,
  { now, isUnfinished, limitedUntil }: { now: Date; isUnfinished: boolean; limitedUntil: Date | undefined },
): Date {
  const share = createHash('sha256').update(serverId).update(now.toISOString()).digest().readUInt32BE(0) / 2 ** 32
  if (isUnfinished && limitedUntil) return new Date(limitedUntil.getTime() + share * 60 * 60_000)
  return new Date(now.getTime() + qualityLimits.measureIntervalMs * (0.875 + share / 4) * (isUnfinished ? 0.05 : 1))
}
