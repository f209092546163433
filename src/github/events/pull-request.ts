import { z } from 'zod'
import { abandonChecksOfPull, requestCheck, supersedeChecksOfPull } from '../checks/request-check.ts'
import { githubEvent } from '../github-event.ts'
import { installedRepository, recordRepository } from '../installed-repositories.ts'
import { InstallationId, Moment, RefName, Repository, Sha } from '../payload-parts.ts'

const PullRequest = z.object({
  action: z.string(),
  number: z.int().positive(),
  pull_request: z.object({
    draft: z.boolean().nullish(),
    user: z.object({ login: z.string() }).nullish(),
    // A fork may be deleted while its pull request is open.
    head: z.object({ sha: Sha, repo: z.object({ id: z.int() }).nullish() }),
    base: z.object({ sha: Sha, ref: RefName }),
    updated_at: Moment.optional(),
  }),
  repository: Repository,
  installation: InstallationId,
})

/** Programs whose pull requests only move versions. */
const versionBots: ReadonlySet<string> = new Set(['dependabot[bot]', 'renovate[bot]'])

/** A pull request has a commit that should be checked, or needs no check any more. Drafts are checked when they are ready. */
export const pullRequest = githubEvent({
  event: 'pull_request',
  actions: ['opened', 'synchronize', 'reopened', 'ready_for_review', 'closed'],
  payload: PullRequest,
  async work(context, { action, number: pullNumber, pull_request: pull, repository, installation }) {
    if (!installation) return undefined
    const { head, base } = pull
    const of = { repositoryId: repository.id, pullNumber }
    const told = { ...of, headSha: head.sha, at: pull.updated_at ?? new Date() }
    const check = await context.db.transaction(async (tx) => {
      if ((await recordRepository(context, tx, installation.id, repository)) === undefined) return undefined
      if (action === 'closed') return void (await abandonChecksOfPull(context, tx, of))
      if (!(await supersedeChecksOfPull(context, tx, told)) || pull.draft === true) return undefined
      return requestCheck(context, tx, {
        ...told,
        baseSha: base.sha,
        baseRef: base.ref,
        cause: 'pull_request',
        isFork: head.repo?.id !== repository.id,
        isQuiet: versionBots.has(pull.user?.login ?? ''),
      })
    })
    return check && { check, installed: installedRepository(installation.id, repository) }
  },
})
