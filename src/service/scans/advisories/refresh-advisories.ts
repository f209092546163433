import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AdvisoryFeeds, advisoryState } from './state.ts'
import { Ecosystem } from '../../../engine/model/component.ts'

/**
 * An ecosystem that was synced so recently is left for the next round: a scan asked for it, or the service was started
 * again.
 */
const recentMs = 45 * 60_000

/** An import takes at most so long; after that the next ecosystem has its turn beside it. */
const patienceMs = 30 * 60_000

const lookEveryMs = 250

/** A round begins within so long of its minute. */
const spreadMs = 50_000

export interface AdvisoryRefresh {
  readonly requestSync: (ecosystem: Ecosystem) => Promise<void>
  readonly signal: AbortSignal
  /** Begins at once instead of at any second of a minute. */
  readonly atOnce: boolean
}

/**
 * Has every ecosystem synced, one after the other in the model's order. Only one of them waits in the
 * queue at any time, so that what a scan asks for comes next and not after all the others.
 */
export async function refreshAdvisories(
  feeds: AdvisoryFeeds,
  { requestSync, signal, atOnce }: AdvisoryRefresh,
): Promise<void> {
  if (!atOnce) await sleep(Math.random() * spreadMs, undefined, { signal })
  for (const ecosystem of Ecosystem.options) {
    const { lastAttemptAt, lastError } = await advisoryState(feeds, ecosystem)
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
 * When an installation follows the feeds, as a cron expression: each hour, as a listing costs little
 * and malware is known within hours of its release; in a minute of its own, so that not all
 * installations ask the public export at once.
 */
export function refreshCron(installation: Buffer): string {
  return `${createHash('sha256').update('advisories').update(installation).digest().readUInt32BE(0) % 60} * * * *`
}
