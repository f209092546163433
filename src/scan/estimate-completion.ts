import type { Database } from '../db/client.ts'
import { countUnfinishedScans, medianScanDuration } from '../db/scans.ts'
import type { SourceType } from '../model/target.ts'
import { jobs } from '../queue/jobs.ts'

/** Before the first scan of a kind has been measured: npm packages took 1 to 12 s. */
const unmeasuredMs = 10_000

/** The least that an unfinished scan is said to lie ahead. */
const leastAheadMs = 2_000

/**
 * When a scan submitted at `from` should be done: the scans before it and itself, at the median
 * duration of its kind, as many at once as one process works.
 */
export async function estimateCompletion(db: Database, { sourceType, from }: { sourceType: SourceType; from: Date }): Promise<Date> {
  const [waiting, median] = await Promise.all([countUnfinishedScans(db), medianScanDuration(db, sourceType)])
  const rounds = Math.floor(waiting / jobs['run-scan'].concurrency) + 1
  return new Date(from.getTime() + Math.max(leastAheadMs, rounds * (median ?? unmeasuredMs)))
}

/** An estimate as shown at `now`: it lies ahead for as long as the scan is unfinished. */
export function shownEstimate(estimate: Date, now: Date): Date {
  return new Date(Math.max(estimate.getTime(), now.getTime() + leastAheadMs))
}
