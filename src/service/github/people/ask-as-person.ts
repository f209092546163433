import type { z } from 'zod'
import { githubAppLimits } from '../github-app-limits.ts'
import { permissionListLimits } from './permission-list-limits.ts'
import { NetworkFailure } from '../../../engine/net/network.ts'
import type { PeopleContext } from './sign-in-place.ts'

/** GitHub's response. `ended` if the token is no longer valid, `unreachable` if there is no valid response. */
export type Asked<Value> = Value | 'none' | 'ended' | 'unreachable'

/**
 * Sends a GET request to GitHub's REST API as a user. Returns `none` for data that the user cannot access, which GitHub
 * answers with 403 or 404. Returns `unreachable` for a rate limit, which says nothing about permissions.
 *
 * @param path Starts with a slash.
 */
export async function askAsPerson<Shape extends z.ZodType>(
  { network, log, place }: PeopleContext,
  token: string,
  path: string,
  shape: Shape,
): Promise<Asked<z.output<Shape>>> {
  try {
    const { status, headers, body } = await network.get({
      url: `${place.apiUrl}${path}`,
      purpose: 'upstream',
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'x-github-api-version': '2022-11-28',
      },
      maxBytes: githubAppLimits.maxAnswerBytes,
      timeoutMs: 15_000,
      returnRateLimited: true,
    })
    if (status === 401) return 'ended'
    const isLimited =
      status === 429 ||
      (status === 403 && (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined))
    if (!isLimited && (status === 403 || status === 404)) return 'none'
    const read = status === 200 ? shape.safeParse(parseJson(body)) : undefined
    if (read?.success) return read.data
    log.warn({ status }, 'user permissions request rejected by GitHub')
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error
    log.warn({ code: error.code }, 'user permissions request failed')
  }
  return 'unreachable'
}

/** Reads a list up to a maximum number of pages. Further entries are ignored. */
export async function listAsPerson<Shape extends z.ZodType, Entry>(
  context: PeopleContext,
  token: string,
  path: string,
  shape: Shape,
  entriesOf: (page: z.output<Shape>) => readonly Entry[],
): Promise<Asked<readonly Entry[]>> {
  const entries: Entry[] = []
  for (let page = 1; page <= permissionListLimits.maxPages; page += 1) {
    const answer = await askAsPerson(context, token, `${path}?per_page=100&page=${page}`, shape)
    if (typeof answer === 'string') return answer as Asked<never>
    const more = entriesOf(answer as z.output<Shape>)
    entries.push(...more)
    if (more.length < 100) break
  }
  return entries
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
