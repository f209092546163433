import { z } from 'zod'
import { followPull } from '../checks/follow-pull.ts'
import { githubEvent } from '../github-event.ts'
import { installedRepository, recordRepository } from '../installed-repositories.ts'
import { InstallationId, Moment, RefName, Repository, Sha } from '../payload-parts.ts'
import { isVersionBot } from '../version-bots.ts'

const PullRequest = z.object({
  action: z.string(),
  number: z.int().positive(),
  /** What an edit changed. Only a new base is relevant. */
  changes: z.object({ base: z.object({}).optional() }).optional(),
  pull_request: z.object({
    state: z.string().optional(),
    merged: z.boolean().nullish(),
    draft: z.boolean().nullish(),
    user: z.object({ login: z.string() }).nullish(),
    // Null if the fork was deleted while its pull request is open.
    head: z.object({ sha: Sha, repo: z.object({ id: z.int() }).nullish() }),
    base: z.object({ sha: Sha, ref: RefName }),
    updated_at: Moment.optional(),
  }),
  repository: Repository,
  installation: InstallationId,
})

/**
 * A pull request has a new commit to check, has a different base branch, or no longer needs a check. A draft is checked
 * when it becomes ready for review.
 */
export const pullRequest = githubEvent({
  event: 'pull_request',
  actions: ['opened', 'synchronize', 'edited', 'reopened', 'ready_for_review', 'closed'],
  payload: PullRequest,
  async work(context, { action, number: pullNumber, changes, pull_request: pull, repository, installation }) {
    if (!installation || (action === 'edited' && changes?.base === undefined)) return undefined
    const { head, base } = pull
    const check = await context.db.transaction(async (tx) => {
      if ((await recordRepository(context, tx, installation.id, repository)) === undefined) return undefined
      return followPull(context, tx, {
        repositoryId: repository.id,
        pullNumber,
        isOpen: action !== 'closed' && pull.state !== 'closed',
        isMerged: pull.merged === true,
        isDraft: pull.draft === true,
        headSha: head.sha,
        baseRef: base.ref,
        baseSha: base.sha,
        isFork: head.repo?.id !== repository.id,
        isQuiet: isVersionBot(pull.user?.login),
        at: pull.updated_at ?? new Date(),
      })
    })
    return check && { check, installed: installedRepository(installation.id, repository) }
  },
})
