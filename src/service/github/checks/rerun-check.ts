import type { Database } from '../../db/client.ts'
import { type GithubCheck, lockGithubCheckOfCommit } from '../../db/github/checks.ts'
import { updateComparison } from '../../db/github/comparisons.ts'
import type { GitHubContext } from '../github-event.ts'
import { changeComparisons, restarted } from './change-comparisons.ts'
import { comparisonsOfCheck } from './comparisons-of-check.ts'
import { countingComparisons } from './counting-comparisons.ts'
import { type CheckRequest, requestCheck } from './request-check.ts'

/**
 * Repeats a commit's check in `tx`, without reusing earlier results. A running check continues. Uses `request` if no
 * comparison is stored. The caller must start a new check, as in `request-check.ts`.
 */
export async function rerunCheck(
  context: Pick<GitHubContext, 'queue' | 'app' | 'log'>,
  tx: Database,
  request: CheckRequest,
): Promise<GithubCheck | undefined> {
  const check = await lockGithubCheckOfCommit(tx, { ...request, host: context.app.host })
  if (!check || countingComparisons(await comparisonsOfCheck(tx, check)).length === 0)
    return requestCheck(context, tx, request)
  if (check.concludedAt === null) return undefined
  const { id: checkId, repositoryId, headSha } = check
  context.log.info({ checkId, repositoryId, headSha }, 'check repeated')
  await changeComparisons(context, tx, check.id, async (comparisons) => {
    for (const { id } of countingComparisons(comparisons))
      await updateComparison(tx, id, { ...restarted(new Date()), isForced: true })
  })
  return undefined
}
