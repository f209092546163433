import { PassingFailure, patiently, userAgent } from './assay-service.ts'
import type { Deadline } from './deadline.ts'
import { ActionFailure } from './failure.ts'
import type { Environment, Runner } from './runner.ts'

interface MergeBaseContext {
  readonly environment: Environment
  readonly runner: Runner
  readonly deadline: Deadline
}

/**
 * Returns the merge base of a pull request from GitHub's comparison of its base and head. The tip of the base branch
 * may be ahead of the merge base; its changes are not part of the pull request. Throws an ActionFailure that says what
 * to do if GitHub does not return the merge base.
 */
export async function mergeBaseOf(
  context: MergeBaseContext,
  { base, head }: { readonly base: string; readonly head: string },
  token: string | undefined,
): Promise<string> {
  const { GITHUB_API_URL: api = 'https://api.github.com', GITHUB_REPOSITORY: repository = '' } = context.environment
  const range = `${base}...${encodeURIComponent(head)}`
  const address = `${api.replace(/\/+$/, '')}/repos/${repository}/compare/${range}?per_page=1`
  return patiently(context, 'the merge base', async (signal) => {
    const response = await fetch(address, {
      headers: {
        Accept: 'application/vnd.github+json',
        'User-Agent': userAgent,
        'X-GitHub-Api-Version': '2022-11-28',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      signal,
    }).catch((error: unknown) => {
      if (error instanceof TypeError)
        throw new PassingFailure('Could not reach GitHub to determine the merge base', { cause: error })
      throw error
    })
    if (response.status >= 500 || response.status === 429 || isRateLimit(response)) {
      await response.body?.cancel()
      throw new PassingFailure(`GitHub could not compare the commits (status ${response.status})`)
    }
    const commit = response.ok ? mergeBaseIn(await response.json()) : undefined
    if (commit === undefined)
      throw new ActionFailure(
        'refused',
        `baseline: auto needs the merge base of ${base.slice(0, 12)} and ${head.slice(0, 12)}, but GitHub returned ` +
          `status ${response.status}. Grant the job the contents: read permission and keep the default github-token ` +
          'input, or set baseline to a commit.',
      )
    return commit
  })
}

/** GitHub also uses status 403 for its rate limit. */
const isRateLimit = ({ status, headers }: Response): boolean =>
  status === 403 && (headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after'))

function mergeBaseIn(body: unknown): string | undefined {
  const { merge_base_commit: commit } = (typeof body === 'object' && body !== null ? body : {}) as {
    readonly merge_base_commit?: { readonly sha?: unknown } | null
  }
  return typeof commit?.sha === 'string' && /^[0-9a-f]{40,64}$/.test(commit.sha) ? commit.sha : undefined
}
