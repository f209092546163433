import type { GithubCheck } from '../../db/github-checks.ts'
import type { ScanRow } from '../../db/scans.ts'
import { limits } from '../../model/limits.ts'
import type { ScanFailureCode } from '../../model/scan.ts'

type Bound = Pick<GithubCheck, 'createdAt'>

/**
 * Failures that may pass. GitHub named the commit, so a repository or commit that is not found is one that the app may not read at the
 * moment, such as during a suspension, or one that a replica does not have yet.
 */
const passingFailures: ReadonlySet<string | null> = new Set<ScanFailureCode>(['UPSTREAM_UNAVAILABLE', 'SOURCE_NOT_FOUND'])

/** Whether a scan failed for a reason that may pass, and `limits.github.scanOutageMs` since the event are not over. */
export function isWorthAnother({ errorCode }: Pick<ScanRow, 'errorCode'>, check: Bound, now = new Date()): boolean {
  return passingFailures.has(errorCode) && isInTime(check, now)
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
