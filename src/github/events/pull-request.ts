import { z } from 'zod'
import { abandonChecksOfPull, requestCheck, supersedeChecksOfPull } from '../checks/request-check.ts'
import { githubEvent } from '../github-event.ts'
import { recordRepository } from '../installed-owner.ts'
import { InstallationId, Owner, Repository, Sha } from '../payload-parts.ts'

const PullRequest = z.object({
  action: z.string(),
  number: z.int().positive(),
  pull_request: z.object({
    draft: z.boolean().nullish(),
    user: Owner.nullish(),
    // A fork may be deleted while its pull request is open.
    head: z.object({ sha: Sha, repo: z.object({ id: z.int() }).nullish() }),
    base: z.object({ sha: Sha, ref: z.string() }),
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
    if (!installation) return
    const { head, base } = pull
    const of = { repositoryId: repository.id, pullNumber }
    await context.db.transaction(async (tx) => {
      await recordRepository(context, tx, installation.id, repository)
      if (action === 'closed') return abandonChecksOfPull(context, tx, of)
      await supersedeChecksOfPull(context, tx, { ...of, headSha: head.sha })
      if (pull.draft === true) return
      await requestCheck(context, tx, {
        ...of,
        headSha: head.sha,
        baseSha: base.sha,
        baseRef: base.ref,
        cause: 'pull_request',
        isFork: head.repo?.id !== repository.id,
        isQuiet: versionBots.has(pull.user?.login ?? ''),
      })
    })
  },
})
