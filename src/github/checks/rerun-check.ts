import { lockGithubCheckOfCommit } from '../../db/github-checks.ts'
import type { GitHubContext } from '../github-event.ts'
import { restartCheck } from './request-check.ts'

/** Makes the check of a commit anew, without reusing an earlier result. One that is under way goes on instead. */
export async function rerunCheck({ db, queue, app }: Pick<GitHubContext, 'db' | 'queue' | 'app'>, commit: { repositoryId: number; headSha: string }): Promise<void> {
  await db.transaction(async (tx) => {
    const check = await lockGithubCheckOfCommit(tx, { ...commit, host: app.host })
    if (check && check.concludedAt !== null) await restartCheck({ queue }, tx, check.id, {}, { force: true })
  })
}
