import { z } from 'zod'
import { RefName, type Repository, Sha } from '../payload-parts.ts'
import type { CheckRequest } from './request-check.ts'

/**
 * Pull requests of a commit as check runs and suites have them: of the repository itself, those of forks are left out.
 */
export const AskedPulls = z
  .array(z.object({ number: z.int().positive(), base: z.object({ sha: Sha, ref: RefName }) }))
  .nullish()

/**
 * What is to be checked when a check is asked for again and nothing is known of it: the first pull request that has the
 * commit, else the commit by itself.
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
    : // Without a branch the suite is of a fork: what it says of itself is not heeded.
      {
        repositoryId,
        headSha,
        baseSha: null,
        baseRef: branch ?? defaultBranch ?? 'HEAD',
        cause: 'push',
        isFork: branch == null,
      }
}
