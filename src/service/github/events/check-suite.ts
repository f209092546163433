import { z } from 'zod'
import { rerunCheck } from '../checks/rerun-check.ts'
import { askedAgain, AskedPulls } from '../checks/asked-again.ts'
import { githubEvent } from '../github-event.ts'
import { installedRepository, recordRepository } from '../installed-repositories.ts'
import { InstallationId, Repository, Sha } from '../payload-parts.ts'

const CheckSuite = z.object({
  check_suite: z.object({
    head_sha: Sha,
    head_branch: z.string().nullish(),
    app: z.object({ id: z.int() }).nullish(),
    pull_requests: AskedPulls,
  }),
  repository: Repository,
  installation: InstallationId,
})

/** A user requested a rerun of all our check runs for a commit. */
export const checkSuite = githubEvent({
  event: 'check_suite',
  actions: ['rerequested'],
  payload: CheckSuite,
  async work(context, { check_suite: suite, repository, installation }) {
    if (String(suite.app?.id) !== context.app.id || !installation) return undefined
    const check = await context.db.transaction(async (tx) => {
      if ((await recordRepository(context, tx, installation.id, repository)) === undefined) return undefined
      return rerunCheck(context, tx, askedAgain(suite, repository))
    })
    return check && { check, installed: installedRepository(installation.id, repository) }
  },
})
