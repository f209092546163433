import { z } from 'zod'
import { rerunCheck } from '../checks/rerun-check.ts'
import { githubEvent } from '../github-event.ts'
import { Repository, Sha } from '../payload-parts.ts'

const CheckRun = z.object({
  check_run: z.object({ head_sha: Sha, app: z.object({ id: z.int() }).nullish() }),
  repository: Repository,
})

/** Somebody asked for our check run again. */
export const checkRun = githubEvent({
  event: 'check_run',
  actions: ['rerequested'],
  payload: CheckRun,
  async work(context, { check_run: run, repository }) {
    if (String(run.app?.id) !== context.app.id) return
    await rerunCheck(context, { repositoryId: repository.id, headSha: run.head_sha })
  },
})
