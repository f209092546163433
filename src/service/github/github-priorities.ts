import type { GithubCheck } from '../db/github/checks.ts'

/**
 * Priorities of jobs and of an account's scans. People wait for the checks of open pull requests. Pushes have the
 * priority of scans that users submit. An organization can add thousands of repositories at once, and their first scans
 * must not delay anything else. `background` also applies to requests that may wait or be omitted.
 */
export const githubPriorities = { pullRequest: 1, push: 0, background: -1 } as const

/** Returns the priority of a check's jobs and scans. */
export function priorityOf({ cause }: Pick<GithubCheck, 'cause'>): number {
  return cause === 'pull_request' || cause === 'merge_group' ? githubPriorities.pullRequest : githubPriorities.push
}
