import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AdvisoryFeeds, advisoryState } from './state.ts'
import { advisoryEcosystems, type Ecosystem, matchedEcosystems } from '../../../engine/model/component.ts'

/**
 * Age below which a sync counts as recent. Ecosystems with a recent sync are skipped, because a scan requested it or
 * the service was restarted.
 */
const recentMs = 45 * 60_000

/** Time to wait for an import before the next ecosystem starts concurrently. */
const patienceMs = 30 * 60_000

const lookEveryMs = 250

/** Maximum random delay of a round after its scheduled minute. */
const spreadMs = 50_000

export interface AdvisoryRefresh {
  readonly requestSync: (ecosystem: Ecosystem) => Promise<void>
  readonly signal: AbortSignal
  /** True to start immediately instead of at a random time within the minute. */
  readonly atOnce: boolean
}

/**
 * Syncs every ecosystem needed by scans, one at a time, in the order of the model. At most one sync of the round waits
 * in the queue, so that a scan's ecosystem does not have to wait for all others.
 */
export async function refreshAdvisories(
  feeds: AdvisoryFeeds,
  { requestSync, signal, atOnce }: AdvisoryRefresh,
): Promise<void> {
  if (!atOnce) await sleep(Math.random() * spreadMs, undefined, { signal })
  for (const ecosystem of matchedEcosystems) {
    const { lastAttemptAt, lastError } = await advisoryState(feeds, ecosystem)
    // The other ecosystems are large, and are synced only once a scan needs them.
    if (lastAttemptAt === undefined && !advisoryEcosystems.some((name) => name === ecosystem)) continue
    if (lastAttemptAt && lastError === undefined && Date.now() - lastAttemptAt.getTime() < recentMs) continue
    await requestSync(ecosystem)
    await nextAttempt(feeds, ecosystem, lastAttemptAt, signal)
  }
}

async function nextAttempt(
  feeds: AdvisoryFeeds,
  ecosystem: Ecosystem,
  lastAttemptAt: Date | undefined,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const state = await advisoryState(feeds, ecosystem)
    if (state.lastAttemptAt?.getTime() !== lastAttemptAt?.getTime()) return
    await sleep(lookEveryMs, undefined, { signal })
  }
}

/**
 * Returns the cron schedule for advisory syncs. It is hourly, because a listing costs little and malware advisories
 * appear within hours of the release. The minute is specific to the installation, to spread requests to the public
 * export.
 */
export function refreshCron(installation: Buffer): string {
  return `${createHash('sha256').update('advisories').update(installation).digest().readUInt32BE(0) % 60} * * * *`
}
