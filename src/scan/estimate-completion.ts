import type { Database } from '../db/client.ts'
import { countUnfinishedByType, medianScanDuration } from '../db/scans.ts'
import type { SourceType } from '../model/target.ts'
import { jobs } from '../queue/jobs.ts'

/** Before the first scan of a kind has been measured: npm packages took 1 to 12 s. */
const unmeasuredMs = 10_000

/** The least that an unfinished scan is said to lie ahead. */
const leastAheadMs = 2_000

/**
 * When a scan submitted at `from` should be done: the scans before it, each at the median duration of
 * its kind and as many at once as one process works, then the scan itself.
 */
export async function estimateCompletion(db: Database, { sourceType, from }: { sourceType: SourceType; from: Date }): Promise<Date> {
  const waiting = await countUnfinishedByType(db)
  const kinds = [...new Set([sourceType, ...waiting.keys()])]
  const durations = new Map(await Promise.all(kinds.map(async (kind) => [kind, (await medianScanDuration(db, kind)) ?? unmeasuredMs] as const)))
  const beforeMs = kinds.reduce((sum, kind) => sum + (waiting.get(kind) ?? 0) * (durations.get(kind) ?? unmeasuredMs), 0) / jobs['run-scan'].concurrency
  return new Date(from.getTime() + Math.max(leastAheadMs, beforeMs + (durations.get(sourceType) ?? unmeasuredMs)))
}

/** An estimate as shown at `now`: it lies ahead for as long as the scan is unfinished. */
export function shownEstimate(estimate: Date, now: Date): Date {
  return new Date(Math.max(estimate.getTime(), now.getTime() + leastAheadMs))
}
