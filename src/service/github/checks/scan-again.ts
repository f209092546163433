import type { GithubCheck } from '../../db/github/checks.ts'
import type { GithubComparison } from '../../db/github/comparisons.ts'
import type { ScanRow } from '../../db/scans/scans.ts'
import { githubAppLimits } from '../github-app-limits.ts'

type Bound = Pick<GithubCheck, 'createdAt'>

/**
 * Whether a scan failed because GitHub, or another host that it needed, did not answer, and
 * `githubAppLimits.scanOutageTimeoutMs` since the event are not over.
 */
export function isWorthAnother({ errorCode }: Pick<ScanRow, 'errorCode'>, check: Bound, now = new Date()): boolean {
  return errorCode === 'UPSTREAM_UNAVAILABLE' && isInTime(check, now)
}

/**
 * Whether a scan did not find what GitHub had named: the app may not read it at the moment, such as during a suspension
 * of which the event is on its way, or a replica does not have the commit yet. For `githubAppLimits.missingTimeoutMs`
 * that is
 * not believed.
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
 * Whether advisories were synced between the two scans, so that what was published meanwhile would count as brought by
 * the change. The base is scanned again then; its files are known.
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
