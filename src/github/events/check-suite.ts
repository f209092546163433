import { z } from 'zod'
import { rerunCheck } from '../checks/rerun-check.ts'
import { githubEvent } from '../github-event.ts'
import { Repository, Sha } from '../payload-parts.ts'

const CheckSuite = z.object({
  check_suite: z.object({ head_sha: Sha, app: z.object({ id: z.int() }).nullish() }),
  repository: Repository,
})

/** Somebody asked for everything of ours on a commit again. */
export const checkSuite = githubEvent({
  event: 'check_suite',
  actions: ['rerequested'],
  payload: CheckSuite,
  async work(context, { check_suite: suite, repository }) {
    if (String(suite.app?.id) !== context.app.id) return
    await rerunCheck(context, { repositoryId: repository.id, headSha: suite.head_sha })
  },
})
