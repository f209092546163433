import type { Ecosystem } from '../../model/component.ts'
import type { AdvisoryReadiness } from '../advisory-store.ts'
import type { AdvisoryState } from './advisory-state.ts'

const dayMs = 24 * 60 * 60_000

/** Advisories older than this are synced again. */
export const advisoryRefreshMs = dayMs

/** Advisories without a sync for longer than this do not justify a pass. */
export const advisoryStaleMs = 3 * advisoryRefreshMs

/** A sync that is later than now by more than this says nothing: the clock was wrong. */
const maxClockErrorMs = 5 * 60_000

/**
 * Returns true if an ecosystem was never synced from every base, or not for `advisoryRefreshMs`, or in the future. An
 * ecosystem that no base has is requested again as often.
 */
export function isSyncDue({ complete, date, lastAttemptAt }: AdvisoryState, now: Date): boolean {
  const syncedAt = date ? Date.parse(date.syncedAt) : lastAttemptAt?.getTime()
  if (!complete || syncedAt === undefined) return true
  const ageMs = now.getTime() - syncedAt
  return ageMs > advisoryRefreshMs || ageMs < -maxClockErrorMs
}

/** Returns what complete advisories can answer. The last good state serves for as long as it is not stale. */
export function readinessOf({ date, lastError }: AdvisoryState, ecosystem: Ecosystem): AdvisoryReadiness {
  if (!date) return { problem: `No configured advisory feed has ${ecosystem}.` }
  const ageMs = Date.now() - Date.parse(date.syncedAt)
  if (ageMs <= advisoryStaleMs && ageMs >= -maxClockErrorMs) return { date }
  const days = Math.floor(ageMs / dayMs)
  return {
    date,
    problem:
      (ageMs < 0 ? 'The time of their last sync is in the future.' : `They were last synced ${days} days ago.`) +
      (lastError === undefined ? '' : ` The last attempt failed: ${lastError}`),
  }
}
