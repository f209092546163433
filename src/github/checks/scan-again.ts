import type { GithubCheck } from '../../db/github-checks.ts'
import type { ScanRow } from '../../db/scans.ts'
import { limits } from '../../model/limits.ts'

type Bound = Pick<GithubCheck, 'createdAt'>

/** Whether a scan failed for something that passes: GitHub, or whatever else it needed, did not answer. Waited for so long, counted from the event, and no longer. */
export function isWorthAnother({ errorCode }: Pick<ScanRow, 'errorCode'>, check: Bound, now = new Date()): boolean {
  return errorCode === 'UPSTREAM_UNAVAILABLE' && isInTime(check, now)
}

/**
 * Whether advisories were synced between the two scans, so that what was published meanwhile would count as brought by the
 * change. The base is scanned again then; its files are known.
 */
export function isOfOtherAdvisories(base: Pick<ScanRow, 'status' | 'advisoryGenerations'> | undefined, head: Pick<ScanRow, 'status' | 'advisoryGenerations'>, check: Bound, now = new Date()): boolean {
  if (base?.status !== 'completed' || head.status !== 'completed' || !base.advisoryGenerations || !head.advisoryGenerations) return false
  const before = base.advisoryGenerations
  return isInTime(check, now) && Object.entries(head.advisoryGenerations).some(([ecosystem, generation]) => before[ecosystem] !== undefined && before[ecosystem] !== generation)
}

const isInTime = ({ createdAt }: Bound, now: Date) => now.getTime() - createdAt.getTime() < limits.github.scanOutageMs
