import type { Database } from '../../db/client.ts'
import { type GithubCheck, lockGithubCheckOfCommit } from '../../db/github/checks.ts'
import { updateComparison } from '../../db/github/comparisons.ts'
import type { GitHubContext } from '../github-event.ts'
import { changeComparisons, restarted } from './change-comparisons.ts'
import { comparisonsOfCheck } from './comparisons-of-check.ts'
import { countingComparisons } from './counting-comparisons.ts'
import { type CheckRequest, requestCheck } from './request-check.ts'

/**
 * Makes the check of a commit again, as part of `tx`, without reusing an earlier result. One that is under way goes on
 * instead. Where nothing is known to compare, `request` is: a check that is stored for it is the caller's to begin, as
 * in `request-check.ts`.
 */
export async function rerunCheck(
  context: Pick<GitHubContext, 'queue' | 'app'>,
  tx: Database,
  request: CheckRequest,
): Promise<GithubCheck | undefined> {
  const check = await lockGithubCheckOfCommit(tx, { ...request, host: context.app.host })
  if (!check || countingComparisons(await comparisonsOfCheck(tx, check)).length === 0)
    return requestCheck(context, tx, request)
  if (check.concludedAt === null) return undefined
  await changeComparisons(context, tx, check.id, async (comparisons) => {
    for (const { id } of countingComparisons(comparisons))
      await updateComparison(tx, id, { ...restarted(new Date()), isForced: true })
  })
  return undefined
}
