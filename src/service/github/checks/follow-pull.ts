import type { Database } from '../../db/client.ts'
import type { GithubCheck } from '../../db/github/checks.ts'
import { type ComparisonOfPull, listComparisonsOfPull, updateComparison } from '../../db/github/comparisons.ts'
import { endWithFailure } from '../../scans/end-scan.ts'
import type { GitHubContext } from '../github-event.ts'
import { changeComparisons } from './change-comparisons.ts'
import { convertChecksOfPull } from './comparisons-of-check.ts'
import { isFinished } from './counting-comparisons.ts'
import { requestCheck } from './request-check.ts'

/** A pull request as described by an event or a GitHub response. */
export interface ToldPull {
  readonly repositoryId: number
  readonly pullNumber: number
  readonly isOpen: boolean
  readonly isMerged: boolean
  readonly isDraft: boolean
  readonly headSha: string
  readonly baseRef: string
  readonly baseSha: string
  readonly isFork: boolean
  readonly isQuiet: boolean
  /** Time when the pull request last changed on GitHub. */
  readonly at: Date
  /** Start of the measured waiting time. Defaults to `at`. */
  readonly waitsSince?: Date
}

type PullContext = Pick<GitHubContext, 'app' | 'queue' | 'log' | 'announceScanEnd'>

/**
 * GitHub's times are in whole seconds. Of two changes in the same second, the one that arrives later is considered
 * newer.
 */
const resolutionMs = 999

/**
 * Updates the comparisons of a pull request in `tx`, which must have locked the repository. Events arrive in any order;
 * older ones have no effect. A draft that has no comparison gets none. Returns a new check, like `requestCheck`.
 */
export async function followPull(context: PullContext, tx: Database, pull: ToldPull): Promise<GithubCheck | undefined> {
  const { headSha, isOpen, isMerged, at } = pull
  const of = { host: context.app.host, repositoryId: pull.repositoryId, pullNumber: pull.pullNumber }
  await convertChecksOfPull(tx, of)
  const known = await listComparisonsOfPull(tx, of)
  if (known.some(({ toldAt }) => toldAt.getTime() > at.getTime() + resolutionMs)) return undefined
  for (const comparison of known.filter((one) => one.headSha !== headSha && one.lifecycle === 'open')) {
    const end =
      isOpen || isMerged
        ? ({
            lifecycle: 'superseded',
            because: `A newer commit was pushed, so Assay checks ${headSha.slice(0, 10)} instead.`,
          } as const)
        : ({ lifecycle: 'closed', because: closedBecause } as const)
    await endComparison(context, tx, comparison, { ...end, at })
  }
  const current = known.find((one) => one.headSha === headSha)
  if (!isOpen) {
    if (current && isMerged)
      await changeComparisons(context, tx, current.checkId, () =>
        updateComparison(tx, current.id, { lifecycle: 'merged', toldAt: at, baseMovedAt: null }),
      )
    else if (current) await endComparison(context, tx, current, { lifecycle: 'closed', because: closedBecause, at })
    return undefined
  }
  if (pull.isDraft && !current) return undefined
  const { isOpen: _isOpen, isMerged: _isMerged, isDraft: _isDraft, ...request } = pull
  return requestCheck(context, tx, { ...request, cause: 'pull_request' })
}

const closedBecause = 'The pull request was closed before the scan finished.'

/** Ends a pull request's comparison and cancels its running scan. Keeps the base scan for the next commit. */
async function endComparison(
  context: PullContext,
  tx: Database,
  { id, checkId }: ComparisonOfPull,
  { lifecycle, because, at }: { lifecycle: 'superseded' | 'closed'; because: string; at: Date },
): Promise<void> {
  await changeComparisons(context, tx, checkId, async (comparisons) => {
    const comparison = comparisons.find((one) => one.id === id)
    if (!comparison || comparison.lifecycle === lifecycle) return
    const isUnderWay = !isFinished(comparison)
    await updateComparison(tx, id, {
      lifecycle,
      toldAt: at,
      baseMovedAt: null,
      ...(isUnderWay && { state: 'abandoned' as const, endedBecause: because }),
    })
    if (isUnderWay && comparison.headScanId !== null)
      await endWithFailure({ db: tx, announceScanEnd: context.announceScanEnd }, comparison.headScanId, {
        code: 'CANCELLED',
        message: because,
      })
  })
}
