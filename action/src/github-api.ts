import { PassingFailure, patiently, userAgent } from './assay-service.ts'
import type { Deadline } from './deadline.ts'
import type { Environment, Runner } from './runner.ts'

export interface GitHubContext {
  readonly environment: Environment
  readonly runner: Pick<Runner, 'say'>
  readonly deadline: Deadline
}

/** GitHub response. The body is undefined if it is not JSON. */
export interface GitHubAnswer {
  readonly status: number
  readonly body: unknown
}

/** Request about the workflow's repository. */
export interface GitHubRequest {
  /** Requested object for messages, such as `the merge base`. */
  readonly what: string
  /** Path below the repository, with a leading slash. */
  readonly path: string
  /** Body of a POST request. If omitted, the request is a GET. */
  readonly body?: object
  readonly token: string | undefined
}

/**
 * Sends a request to GitHub. Retries until the deadline after an outage or a rate limit, and returns any other
 * response. Throws ActionFailure at the deadline.
 */
export async function askGitHub(
  context: GitHubContext,
  { what, path, body, token }: GitHubRequest,
): Promise<GitHubAnswer> {
  const { GITHUB_API_URL: api = 'https://api.github.com', GITHUB_REPOSITORY: repository = '' } = context.environment
  const address = `${api.replace(/\/+$/, '')}/repos/${repository}${path}`
  return patiently(context, what, async (signal) => {
    try {
      const response = await fetch(address, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: {
          Accept: 'application/vnd.github+json',
          'User-Agent': userAgent,
          'X-GitHub-Api-Version': '2022-11-28',
          ...(body && { 'Content-Type': 'application/json' }),
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        },
        redirect: body ? 'manual' : 'follow',
        signal,
      })
      const { status } = response
      if (status < 500 && status !== 429 && !isRateLimit(response))
        return { status, body: parsed(await response.text()) }
      await response.body?.cancel()
      throw new PassingFailure(`GitHub returned status ${status} to the request for ${what}`)
    } catch (error) {
      if (error instanceof DOMException) throw new PassingFailure('GitHub did not respond in time', { cause: error })
      if (error instanceof TypeError) throw new PassingFailure('Could not reach GitHub', { cause: error })
      throw error
    }
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reports whether a response is about GitHub's rate limit. GitHub also uses status 403 for it. */
const isRateLimit = ({ status, headers }: Response): boolean =>
  status === 403 && (headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after'))

/** Returns a field of the response body, or undefined if the body is not an object. */
export function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>)[name] : undefined
}
