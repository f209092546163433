import { createHash } from 'node:crypto'
import { qualityLimits } from './quality-limits.ts'

/**
 * When a server is measured again: after a week, spread by an eighth either way; when something was not to be had for
 * now, after a twentieth of that; and not before GitHub may be asked, then within the hour that its limit is for.
 */
export function nextMeasurement(
  serverId: string,
  { now, isUnfinished, limitedUntil }: { now: Date; isUnfinished: boolean; limitedUntil: Date | undefined },
): Date {
  const share = createHash('sha256').update(serverId).update(now.toISOString()).digest().readUInt32BE(0) / 2 ** 32
  if (isUnfinished && limitedUntil) return new Date(limitedUntil.getTime() + share * 60 * 60_000)
  return new Date(now.getTime() + qualityLimits.measureIntervalMs * (0.875 + share / 4) * (isUnfinished ? 0.05 : 1))
}
