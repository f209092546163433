import { NetworkFailure } from '../../../engine/net/network.ts'
import type { PeopleContext } from './sign-in-place.ts'

const answerBytes = 64 * 1024
const timeoutMs = 10_000

/**
 * Revokes one of a user's tokens on GitHub. The user's other sign-ins continue. Tries once, for at most ten seconds; if
 * GitHub is unavailable, the token stays valid until it expires. Never rejects.
 */
export async function revokeToken({ network, log, place }: PeopleContext, token: string): Promise<void> {
  try {
    const { status } = await network.post({
      method: 'DELETE',
      url: `${place.apiUrl}/applications/${encodeURIComponent(place.clientId)}/token`,
      purpose: 'upstream',
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Basic ${Buffer.from(`${place.clientId}:${place.clientSecret}`).toString('base64')}`,
        'content-type': 'application/json',
        'x-github-api-version': '2022-11-28',
      },
      body: JSON.stringify({ access_token: token }),
      maxBytes: answerBytes,
      timeoutMs,
    })
    // 404 and 422: GitHub no longer knows the token.
    if (status !== 204 && status !== 404 && status !== 422)
      log.warn({ status }, 'session token revocation rejected by GitHub')
  } catch (error) {
    // No caller awaits this, so an error would be unhandled. An unexpected error's message is not logged, because it
    // might contain the token.
    log.warn(
      { code: error instanceof NetworkFailure ? error.code : 'unforeseen' },
      'session token revocation failed: GitHub unreachable',
    )
  }
}
