import type { Ecosystem } from '../../model/component.ts'
import type { AdvisoryReadiness } from '../advisory-store.ts'
import type { AdvisoryState } from './advisory-state.ts'

const dayMs = 24 * 60 * 60_000

/** Age at which advisories are due for another sync. */
export const advisoryRefreshMs = dayMs

/** Age at which advisories are stale, so a scan cannot pass. */
export const advisoryStaleMs = 3 * advisoryRefreshMs

/**
 * Tolerance for sync times in the future. A time further ahead means that the clock was wrong, so the age is unknown.
 */
const maxClockErrorMs = 5 * 60_000

/**
 * Reports whether an ecosystem must be synced, because some base has never been synced or because the last sync is
 * older than `advisoryRefreshMs` or in the future. Ecosystems that no base provides are requested at the same interval.
 */
export function isSyncDue({ complete, date, lastAttemptAt }: AdvisoryState, now: Date): boolean {
  const syncedAt = date ? Date.parse(date.syncedAt) : lastAttemptAt?.getTime()
  if (!complete || syncedAt === undefined) return true
  const ageMs = now.getTime() - syncedAt
  return ageMs > advisoryRefreshMs || ageMs < -maxClockErrorMs
}

/** Returns the readiness of complete advisories. The last successful sync can be used until it is stale. */
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
