import { findInstallationByNumber } from '../db/github/installations.ts'
import { type GithubRepository, lockUnscannedRepositories } from '../db/github/repositories.ts'
import { countUnfinishedOfAccount, countUnfinishedScans } from '../db/scans/queue.ts'
import { githubAppLimits } from './github-app-limits.ts'
import { scanQueueLimits } from '../scans/scan-queue-limits.ts'
import { requestScan } from '../scans/request-scan.ts'
import { parseTarget } from '../../engine/sources/accept-url.ts'
import type { GitHubContext } from './github-event.ts'
import { githubPriorities } from './github-priorities.ts'
import { repositoryUrl } from './installed-repositories.ts'

/**
 * Job handler: enqueues scans of an installation's unscanned repositories while there is capacity, and reschedules
 * itself for the rest. Initial scans use only part of an account's queue, so that pull requests can always be scanned,
 * and only requests to GitHub that no check needs.
 */
export async function scanInstallation(
  context: GitHubContext,
  { installationId }: { installationId: number },
): Promise<void> {
  const {
    db,
    app: { host },
    queue,
  } = context
  const installation = await findInstallationByNumber(db, { host, installationId })
  if (!installation || installation.suspendedAt !== null) return
  const pauseMs = await context.clients.pauseBeforeInitialScans(installationId)
  const isMoreLeft =
    pauseMs > 0 ||
    (await db.transaction(async (tx) => {
      const room = await roomFor(tx, installation.accountId)
      const unscanned = room > 0 ? await lockUnscannedRepositories(tx, { host, installationId }, room + 1) : []
      for (const repository of unscanned.slice(0, room))
        await requestInitialScan({ ...context, db: tx }, repository, installation.ownerLogin)
      return room <= 0 || unscanned.length > room
    }))
  if (isMoreLeft)
    await queue.enqueue(
      db,
      'scan-installation',
      { installationId },
      { startAfter: new Date(Date.now() + Math.max(pauseMs, githubAppLimits.initialScansPauseMs)) },
    )
}

/**
 * Returns how many initial scans fit into the queue. Half of the shared queue stays free for scans that users are
 * waiting for. A few initial scans wait even if the account has many other scans, so that they are not delayed forever.
 */
async function roomFor(db: GitHubContext['db'], accountId: string): Promise<number> {
  const [ofAccount, initial, ofAll] = await Promise.all([
    countUnfinishedOfAccount(db, accountId),
    countUnfinishedOfAccount(db, accountId, { maxPriority: githubPriorities.background }),
    countUnfinishedScans(db),
  ])
  const room = Math.max(githubAppLimits.maxInitialScans - ofAccount, githubAppLimits.minInitialScans - initial)
  return Math.min(room, scanQueueLimits.maxScans / 2 - ofAll, scanQueueLimits.maxScansPerAccount / 2 - ofAccount)
}

async function requestInitialScan(
  context: GitHubContext,
  { host, accountId, name, repositoryId }: GithubRepository,
  ownerLogin: string,
): Promise<void> {
  const url = repositoryUrl(host, ownerLogin, name)
  await requestScan(context, {
    accountId,
    url,
    target: parseTarget(url),
    failOn: 'high',
    priority: githubPriorities.background,
    githubRepositoryId: repositoryId,
  })
}
