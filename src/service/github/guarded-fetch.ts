import { noteGithubAnswer } from './metrics.ts'
import { githubAppLimits } from './github-app-limits.ts'
import type { Network, SendMethod } from '../../engine/net/network.ts'
import { sendFollowing } from './follow-writes.ts'

const sendMethods: ReadonlySet<string> = new Set<SendMethod>(['POST', 'PATCH', 'PUT', 'DELETE'])

/**
 * Returns a guarded `fetch` for octokit. Reads are retried if a connection breaks. Writes are sent once, and follow
 * GitHub's redirects. Supports only what octokit uses: text bodies and plain headers.
 */
export function guardedFetch(network: Network): typeof fetch {
  return async (input, init = {}) => {
    const method = (init.method ?? 'GET').toUpperCase()
    const request = {
      url: String(input instanceof Request ? input.url : input),
      purpose: 'upstream' as const,
      headers: Object.fromEntries(new Headers(init.headers)),
      maxBytes: githubAppLimits.maxAnswerBytes,
      ...(init.signal && { signal: init.signal }),
    }
    const answer = isSendMethod(method)
      ? await sendFollowing(network, { ...request, method, body: typeof init.body === 'string' ? init.body : '' })
      : await network.get({ ...request, returnRateLimited: true })
    noteGithubAnswer(answer.status, answer.headers)
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
    }
    // The Response constructor rejects a body for these statuses.
    const isBodyless = answer.status === 204 || answer.status === 205 || answer.status === 304
    return new Response(isBodyless ? null : new Uint8Array(answer.body), { status: answer.status, headers })
  }
}

function isSendMethod(method: string): method is SendMethod {
  return sendMethods.has(method)
}
