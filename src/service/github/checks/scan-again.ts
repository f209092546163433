import type { GithubCheck } from '../../db/github/checks.ts'
import type { GithubComparison } from '../../db/github/comparisons.ts'
import type { ScanRow } from '../../db/scans/scans.ts'
import { githubAppLimits } from '../github-app-limits.ts'

type Bound = Pick<GithubCheck, 'createdAt'>

/**
 * Reports whether a failed scan should be repeated: GitHub or another required host did not respond, and the event is
 * at most `githubAppLimits.scanOutageTimeoutMs` old.
 */
export function isWorthAnother({ errorCode }: Pick<ScanRow, 'errorCode'>, check: Bound, now = new Date()): boolean {
  return errorCode === 'UPSTREAM_UNAVAILABLE' && isInTime(check, now)
}

/**
 * Reports whether to retry a scan that did not find its commit. The app may temporarily have no access, for example
 * because the suspension event has not arrived. Or a GitHub replica may not have the commit yet. Such scans are retried
 * for `githubAppLimits.missingTimeoutMs`.
 */
export function isMissingForNow(
  { errorCode }: Pick<ScanRow, 'errorCode'>,
  { missingSince }: Pick<GithubComparison, 'missingSince'>,
  now = new Date(),
): boolean {
  return (
    errorCode === 'SOURCE_NOT_FOUND' &&
    (missingSince === null || now.getTime() - missingSince.getTime() < githubAppLimits.missingTimeoutMs)
  )
}

/**
 * Reports whether advisories were synced between the two scans, in which case new advisories would be attributed to the
 * change. If so, the base is scanned again and reuses the results for its files.
 */
export function isOfOtherAdvisories(
  base: Pick<ScanRow, 'status' | 'advisoryGenerations'> | undefined,
  head: Pick<ScanRow, 'status' | 'advisoryGenerations'>,
  check: Bound,
  now = new Date(),
): boolean {
  if (
    base?.status !== 'completed' ||
    head.status !== 'completed' ||
    !base.advisoryGenerations ||
    !head.advisoryGenerations
  )
    return false
  const before = base.advisoryGenerations
  return (
    isInTime(check, now) &&
    Object.entries(head.advisoryGenerations).some(
      ([ecosystem, generation]) => before[ecosystem] !== undefined && before[ecosystem] !== generation,
    )
  )
}

const isInTime = ({ createdAt }: Bound, now: Date) =>
  now.getTime() - createdAt.getTime() < githubAppLimits.scanOutageTimeoutMs
