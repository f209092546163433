import { z } from 'zod'
import { RefName, type Repository, Sha } from '../payload-parts.ts'
import type { CheckRequest } from './request-check.ts'

/** A commit's pull requests, as listed in check run and check suite events. GitHub omits pull requests from forks. */
export const AskedPulls = z
  .array(z.object({ number: z.int().positive(), base: z.object({ sha: Sha, ref: RefName }) }))
  .nullish()

/**
 * Returns the comparison to request if a check is rerun and none is stored: the first pull request with the commit, or
 * else a push of the commit.
 */
export function askedAgain(
  {
    head_sha: headSha,
    head_branch: branch,
    pull_requests: pulls,
  }: {
    readonly head_sha: string
    readonly head_branch?: string | null | undefined
    readonly pull_requests?: z.output<typeof AskedPulls>
  },
  { id: repositoryId, default_branch: defaultBranch }: Repository,
): CheckRequest {
  const [pull] = pulls ?? []
  return pull
    ? {
        repositoryId,
        headSha,
        baseSha: pull.base.sha,
        baseRef: pull.base.ref,
        cause: 'pull_request',
        pullNumber: pull.number,
      }
    : // A suite without a branch belongs to a fork, so the settings at its commit are ignored.
      {
        repositoryId,
        headSha,
        baseSha: null,
        baseRef: branch ?? defaultBranch ?? 'HEAD',
        cause: 'push',
        isFork: branch == null,
      }
}
