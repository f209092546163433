import type { AdvisoryReadiness } from '../../../engine/advisories/advisory-store.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AdvisoryFeeds, type AdvisoryState, advisoryState } from './state.ts'
import type { Ecosystem } from '../../../engine/model/component.ts'

/** Advisories older than this are synced again. */
export const advisoryRefreshMs = 24 * 60 * 60_000

/**
 * True when an ecosystem was never synced from every base, or not for `advisoryRefreshMs`. One that no base has is
 * asked for again as often.
 */
export function isSyncDue({ complete, date, lastAttemptAt }: AdvisoryState, now: Date): boolean {
  const syncedAt = date ? Date.parse(date.syncedAt) : lastAttemptAt?.getTime()
  return !complete || syncedAt === undefined || now.getTime() - syncedAt > advisoryRefreshMs
}

/** Time for which a scan waits for the first advisories. */
const advisoryWaitTimeoutMs = 2 * 60_000

/** Advisories that were not synced for longer than this are no ground for a pass. */
export const advisoryStaleMs = 3 * advisoryRefreshMs

/** Between two looks at the state of a sync that another job is doing. */
const lookEveryMs = 250

const looksPerRequest = 20

/**
 * Waits for the first sync of an ecosystem, asking for one if there was none: until it is there, an
 * attempt at it failed, or `waitMs` have passed.
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
  if (before.complete) return settled(before, ecosystem)
  const askedAt = new Date()
  for (let look = 0; Date.now() - askedAt.getTime() < waitMs; look += 1) {
    // Asked for again now and then: the job of a worker that died counts as under way until it is missed.
    if (look % looksPerRequest === 0) await requestSync(ecosystem)
    const state = await advisoryState(feeds, ecosystem)
    if (state.complete) return settled(state, ecosystem)
    // Compared with what the database said before, not with our clock, which may be ahead of its.
    if (state.lastError !== undefined && state.lastAttemptAt?.getTime() !== before.lastAttemptAt?.getTime())
      return readiness(state, state.lastError)
    await sleep(lookEveryMs, undefined, { signal })
  }
  return readiness(
    await advisoryState(feeds, ecosystem),
    `The first sync did not finish within ${waitMs / 1000} s; scan again later.`,
  )
}

/** A last good state serves for as long as it is not stale. */
function settled({ date, lastError }: AdvisoryState, ecosystem: Ecosystem): AdvisoryReadiness {
  if (!date) return { problem: `No configured advisory feed has ${ecosystem}.` }
  const ageMs = Date.now() - Date.parse(date.syncedAt)
  if (ageMs <= advisoryStaleMs) return { date }
  const days = Math.floor(ageMs / (24 * 60 * 60_000))
  return {
    date,
    problem:
      `They were last synced ${days} days ` +
      `ago.${lastError === undefined ? '' : ` The last attempt failed: ${lastError}`}`,
  }
}

function readiness({ date }: AdvisoryState, problem: string): AdvisoryReadiness {
  return { ...(date && { date }), problem }
}
