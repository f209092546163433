import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AdvisoryFeeds, advisoryState } from './state.ts'
import { advisoryEcosystems, type Ecosystem, matchedEcosystems } from '../../../engine/model/component.ts'

/**
 * An ecosystem with a more recent sync is skipped until the next round: a scan requested it, or the service was
 * restarted.
 */
const recentMs = 45 * 60_000

/** Maximum time of an import. After that, the next ecosystem starts concurrently. */
const patienceMs = 30 * 60_000

const lookEveryMs = 250

/** A round starts within this time of its scheduled minute. */
const spreadMs = 50_000

export interface AdvisoryRefresh {
  readonly requestSync: (ecosystem: Ecosystem) => Promise<void>
  readonly signal: AbortSignal
  /** Starts immediately instead of at a random second of the minute. */
  readonly atOnce: boolean
}

/**
 * Syncs every ecosystem that scans need, one after the other in the order of the model. Only one of them waits in the
 * queue at any time, so that an ecosystem that a scan needs comes next and not after all the others.
 */
export async function refreshAdvisories(
  feeds: AdvisoryFeeds,
  { requestSync, signal, atOnce }: AdvisoryRefresh,
): Promise<void> {
  if (!atOnce) await sleep(Math.random() * spreadMs, undefined, { signal })
  for (const ecosystem of matchedEcosystems) {
    const { lastAttemptAt, lastError } = await advisoryState(feeds, ecosystem)
    // The others are large, so the first scan that needs them requests them.
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
 * Schedule of advisory syncs, as a cron expression: hourly, because a listing costs little and malware advisories
 * appear within hours of the release. At a minute specific to the installation, to spread the requests to the public
 * export.
 */
export function refreshCron(installation: Buffer): string {
  return `${createHash('sha256').update('advisories').update(installation).digest().readUInt32BE(0) % 60} * * * *`
}
