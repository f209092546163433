import { z } from 'zod'
import type { Fetched } from './fetched.ts'
import type { GithubReader } from './github-reader.ts'
import type { IssueFacts, RepositoryFacts } from './signal.ts'

/** Owner and name of a GitHub repository. */
export interface GithubRepositoryName {
  readonly owner: string
  readonly name: string
}

const dayMs = 24 * 60 * 60_000
const commitDays = 90
const issueDays = 365
/** Minimum age of a counted issue. Maintainers need time to respond to newer ones. */
const patienceDays = 7
const issuesLookedAt = 50

const Repository = z.object({
  stargazers_count: z.int().nonnegative(),
  archived: z.boolean(),
  private: z.boolean().optional(),
})
const Issue = z.object({
  state: z.string(),
  comments: z.int().nonnegative(),
  created_at: z.iso.datetime(),
  pull_request: z.unknown().optional(),
})

const pathOf = ({ owner, name }: GithubRepositoryName) =>
  `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`

/** Returns a repository's stars, and whether it is archived. */
export function fetchRepository(
  github: GithubReader,
  repository: GithubRepositoryName,
  signal: AbortSignal,
): Promise<Fetched<RepositoryFacts>> {
  return github.get(
    {
      path: pathOf(repository),
      pick({ body }) {
        const { data } = Repository.safeParse(body)
        // The token may have access to private repositories, which must not be read.
        return data && data.private !== true ? { stars: data.stargazers_count, isArchived: data.archived } : undefined
      },
    },
    signal,
  )
}

/**
 * Returns the number of commits on the default branch in the last 90 days. The request asks for one commit per page, so
 * this is the number of the last page.
 */
export function fetchCommits(
  github: GithubReader,
  repository: GithubRepositoryName,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<Fetched<number>> {
  const since = new Date(now.getTime() - commitDays * dayMs).toISOString().slice(0, 10)
  return github.get(
    {
      path: `${pathOf(repository)}/commits?since=${since}T00:00:00Z&per_page=1`,
      pick({ body, link }) {
        const last = /[?&]page=(\d{1,9})[^>]*>;\s*rel="last"/.exec(link)?.[1]
        return Array.isArray(body) ? (last === undefined ? body.length : Number(last)) : undefined
      },
    },
    signal,
  )
}

/**
 * Returns how many of the latest issues have a response. The URL never changes, so the last response's entity tag can
 * be used.
 */
export function fetchIssues(
  github: GithubReader,
  repository: GithubRepositoryName,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<Fetched<IssueFacts>> {
  return github.get(
    {
      path: `${pathOf(repository)}/issues?state=all&sort=created&direction=desc&per_page=${issuesLookedAt}`,
      pick({ body }) {
        const listed = z.array(z.unknown()).safeParse(body).data
        if (!listed) return undefined
        const issues = listed
          .flatMap((entry) => Issue.safeParse(entry).data ?? [])
          .filter(({ created_at: createdAt, pull_request: pullRequest }) => {
            const age = now.getTime() - Date.parse(createdAt)
            return pullRequest === undefined && age >= patienceDays * dayMs && age <= issueDays * dayMs
          })
        return {
          asked: issues.length,
          answered: issues.filter(({ state, comments }) => state === 'closed' || comments > 0).length,
        }
      },
    },
    signal,
  )
}
