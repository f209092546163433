import type { Database } from '../../db/client.ts'
import { type GithubComparison, updateComparison } from '../../db/github/comparisons.ts'
import type { GithubRepository } from '../../db/github/repositories.ts'
import { findScanById, type ScanRow } from '../../db/scans/scans.ts'
import { scanQueueLimits } from '../../scans/scan-queue-limits.ts'
import { requestScan } from '../../scans/request-scan.ts'
import { parseTarget } from '../../../engine/sources/accept-url.ts'
import type { InstalledRepository } from '../clients.ts'
import type { GitHubContext } from '../github-event.ts'
import { priorityOf } from '../github-priorities.ts'
import { repositoryUrl } from '../installed-repositories.ts'
import type { Comparison } from './comparison.ts'
import { isMissingForNow, isOfOtherAdvisories, isWorthAnother } from './scan-again.ts'

interface Step {
  readonly comparison: GithubComparison
  readonly headSha: string
  readonly repository: GithubRepository & InstalledRepository
  /** Difference between the commits according to GitHub. Undefined if there is no base, or if it was not requested. */
  readonly compared: Comparison | undefined
  readonly force: boolean
}

/**
 * Advances a comparison by one step in `tx`, which must have locked its check. Returns the milliseconds until the next
 * attempt if it must wait.
 */
export async function stepComparison(
  context: Pick<GitHubContext, 'queue'>,
  tx: Database,
  step: Step,
): Promise<number | undefined> {
  const { comparison, headSha, compared } = step
  const force = step.force || comparison.isForced
  const bound = { createdAt: comparison.startedAt }
  const scanHead = async (base: ScanRow | undefined) => {
    const scan = await request(context, tx, step, {
      commit: headSha,
      baseline: base?.target.type === 'git' ? base.target.ref : undefined,
      force: force || base?.force === true,
      registrySnapshotAt: base?.registrySnapshotAt ?? undefined,
    })
    if (typeof scan === 'string') return pauseMs
    await updateComparison(tx, comparison.id, {
      state: 'scanning-head',
      baseScanId: base?.id ?? null,
      headScanId: scan.id,
    })
    return undefined
  }
  switch (comparison.state) {
    case 'queued': {
      if (compared === undefined) return scanHead(undefined)
      const scan = await request(context, tx, step, { commit: compared.mergeBase, force })
      if (typeof scan === 'string') return pauseMs
      await updateComparison(tx, comparison.id, {
        state: 'scanning-base',
        baseScanId: scan.id,
        headScanId: null,
        mergeBase: compared.mergeBase,
        changedLines: compared.changedLines,
      })
      return undefined
    }
    case 'scanning-base': {
      const base = await scanOf(tx, comparison.baseScanId)
      if (base && !hasEnded(base)) return undefined
      if (base && (isWorthAnother(base, bound) || isMissingForNow(base, comparison))) return again(tx, comparison, base)
      return scanHead(base)
    }
    case 'scanning-head': {
      const head = await scanOf(tx, comparison.headScanId)
      if (head && !hasEnded(head)) return undefined
      if (!head)
        await updateComparison(tx, comparison.id, {
          state: 'abandoned',
          endedBecause: 'The scan was removed before it finished.',
        })
      else if (
        isWorthAnother(head, bound) ||
        isMissingForNow(head, comparison) ||
        isOfOtherAdvisories(await scanOf(tx, comparison.baseScanId), head, bound)
      )
        return again(tx, comparison, head)
      else await updateComparison(tx, comparison.id, { state: 'completed', isForced: false, missingSince: null })
      return undefined
    }
    default:
      return undefined
  }
}

const pauseMs = scanQueueLimits.retryAfterSeconds * 1_000

/**
 * Restarts the comparison after a pause. Earlier results are reused. A failed scan stays, because the check run shows
 * its reason.
 */
async function again(
  tx: Database,
  { id, missingSince, baseScanId, headScanId }: GithubComparison,
  { id: scanId, status, errorCode }: ScanRow,
): Promise<number> {
  const isMissing = errorCode === 'SOURCE_NOT_FOUND'
  const failedId = status === 'failed' ? scanId : undefined
  await updateComparison(tx, id, {
    state: 'queued',
    baseScanId: baseScanId === failedId ? baseScanId : null,
    headScanId: headScanId === failedId ? headScanId : null,
    ...(isMissing && { missingSince: missingSince ?? new Date() }),
  })
  return pauseMs
}

/** Returns the scan, or undefined if it was removed, which counts as ended. */
async function scanOf(tx: Database, scanId: string | null): Promise<ScanRow | undefined> {
  return scanId === null ? undefined : findScanById(tx, scanId)
}

const hasEnded = ({ status }: ScanRow) => status === 'completed' || status === 'failed'

async function request(
  context: Pick<GitHubContext, 'queue'>,
  tx: Database,
  { comparison, repository: { host, owner, name, accountId, repositoryId } }: Step,
  scan: { commit: string; baseline?: string | undefined; force: boolean; registrySnapshotAt?: Date | undefined },
) {
  const url = repositoryUrl(host, owner, name)
  return requestScan(
    { ...context, db: tx },
    {
      accountId,
      url,
      target: parseTarget(url, { branch: scan.commit }),
      failOn: 'high',
      baseline: scan.baseline,
      force: scan.force,
      githubRepositoryId: repositoryId,
      priority: priorityOf(comparison),
      ...(scan.registrySnapshotAt && { registrySnapshotAt: scan.registrySnapshotAt }),
    },
  )
}
