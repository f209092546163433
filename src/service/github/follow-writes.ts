import { type HttpPost, type HttpResponse, type Network, NetworkFailure } from '../../engine/net/network.ts'

/**
 * Redirects in GitHub's responses to writes. According to its documentation, clients must repeat the same request for
 * all of them. This includes 301 and 302, for which HTTP allows another method:
 * https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects
 */
const repeated: ReadonlySet<number> = new Set([301, 302, 307, 308])

/** Maximum number of redirects. GitHub redirects once after a rename or transfer. */
const maxRedirects = 3

/**
 * Sends a body to GitHub's API. Follows redirects within the API's host with the same method, body, and credentials.
 * Fails with `NetworkFailure` if a redirect leads to another host, has no location, or is of another kind. In that
 * case, GitHub has not performed the operation.
 */
export async function sendFollowing(
  network: Pick<Network, 'post'>,
  request: HttpPost,
): Promise<HttpResponse & { readonly body: Buffer }> {
  const { origin, host } = new URL(request.url)
  let url = String(request.url)
  for (let redirects = 0; ; redirects += 1) {
    const answer = await network.post({ ...request, url })
    if (answer.status < 300 || answer.status > 399) return answer
    const location = answer.headers['location']
    const next = repeated.has(answer.status) && typeof location === 'string' ? URL.parse(location, url) : null
    if (next?.origin !== origin)
      throw new NetworkFailure(
        'connection-failed',
        `${host} redirected a write with ${answer.status} to a URL that is not its own`,
      )
    if (redirects === maxRedirects)
      throw new NetworkFailure('too-many-redirects', `${host} redirected a write more than ${maxRedirects} times`)
    url = next.href
  }
}
