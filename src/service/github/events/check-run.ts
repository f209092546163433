import { z } from 'zod'
import { rerunCheck } from '../checks/rerun-check.ts'
import { askedAgain, AskedPulls } from '../checks/asked-again.ts'
import { githubEvent } from '../github-event.ts'
import { installedRepository, recordRepository } from '../installed-repositories.ts'
import { InstallationId, Repository, Sha } from '../payload-parts.ts'

const CheckRun = z.object({
  check_run: z.object({
    head_sha: Sha,
    app: z.object({ id: z.int() }).nullish(),
    pull_requests: AskedPulls,
    check_suite: z.object({ head_branch: z.string().nullish() }).nullish(),
  }),
  repository: Repository,
  installation: InstallationId,
})

/** A user requested a rerun of our check run. */
export const checkRun = githubEvent({
  event: 'check_run',
  actions: ['rerequested'],
  payload: CheckRun,
  async work(context, { check_run: run, repository, installation }) {
    if (String(run.app?.id) !== context.app.id || !installation) return undefined
    const check = await context.db.transaction(async (tx) => {
      if ((await recordRepository(context, tx, installation.id, repository)) === undefined) return undefined
      return rerunCheck(context, tx, askedAgain({ ...run, head_branch: run.check_suite?.head_branch }, repository))
    })
    return check && { check, installed: installedRepository(installation.id, repository) }
  },
})
