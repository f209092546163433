import type { AdvisoryReadiness } from '../../../engine/advisories/advisory-store.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AdvisoryState } from '../../../engine/advisories/sync/advisory-state.ts'
import { readinessOf } from '../../../engine/advisories/sync/advisory-readiness.ts'
import { type AdvisoryFeeds, advisoryState } from './state.ts'
import type { Ecosystem } from '../../../engine/model/component.ts'

/** Maximum time that a scan waits for the first advisories. */
const advisoryWaitTimeoutMs = 2 * 60_000

/** Interval at which the sync state is checked. */
const lookEveryMs = 250

const looksPerRequest = 20

/**
 * Waits for the first sync of an ecosystem, and requests it if necessary. Resolves when the sync is complete, an
 * attempt has failed, or `waitMs` have passed.
 */
export async function awaitAdvisories(
  feeds: AdvisoryFeeds,
  ecosystem: Ecosystem,
  {
    requestSync,
    signal,
    waitMs = advisoryWaitTimeoutMs,
  }: { requestSync: (ecosystem: Ecosystem) => Promise<void>; signal: AbortSignal; waitMs?: number },
): Promise<AdvisoryReadiness> {
  const before = await advisoryState(feeds, ecosystem)
  if (before.complete) return readinessOf(before, ecosystem)
  const askedAt = new Date()
  for (let look = 0; Date.now() - askedAt.getTime() < waitMs; look += 1) {
    // Requested repeatedly, because a dead worker's job blocks new ones until the queue detects that the worker died.
    if (look % looksPerRequest === 0) await requestSync(ecosystem)
    const state = await advisoryState(feeds, ecosystem)
    if (state.complete) return readinessOf(state, ecosystem)
    // Compared with the database's previous value. The local clock may be ahead.
    if (state.lastError !== undefined && state.lastAttemptAt?.getTime() !== before.lastAttemptAt?.getTime())
      return readiness(state, state.lastError)
    await sleep(lookEveryMs, undefined, { signal })
  }
  return readiness(
    await advisoryState(feeds, ecosystem),
    `The first sync did not finish within ${waitMs / 1000} s; scan again later.`,
  )
}

function readiness({ date }: AdvisoryState, problem: string): AdvisoryReadiness {
  return { ...(date && { date }), problem }
}
