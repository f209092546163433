import type { Database } from '../../db/client.ts'
import { type GithubCheck, lockGithubCheckOfCommit } from '../../db/github-checks.ts'
import type { GitHubContext } from '../github-event.ts'
import { type CheckRequest, requestCheck, restartCheck } from './request-check.ts'

/**
 * Makes the check of a commit anew, as part of `tx`, without reusing an earlier result. One that is under way goes on instead,
 * and of a commit without one, as after a loss of data, the first is made: it is the caller's to begin, as in `request-check.ts`.
 */
export async function rerunCheck(context: Pick<GitHubContext, 'queue' | 'app' | 'announceScanEnd'>, tx: Database, request: CheckRequest): Promise<GithubCheck | undefined> {
  const check = await lockGithubCheckOfCommit(tx, { ...request, host: context.app.host })
  if (!check) return requestCheck(context, tx, request)
  if (check.concludedAt !== null) await restartCheck(context, tx, check, {}, { force: true })
  return undefined
}
