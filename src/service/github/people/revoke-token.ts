import { NetworkFailure } from '../../../engine/net/network.ts'
import type { PeopleContext } from './sign-in-place.ts'

const answerBytes = 64 * 1024
const timeoutMs = 10_000

/**
 * Has GitHub end one token of a person; other sign-ins of theirs go on. Asked once, for ten seconds at most: a token
 * that GitHub was not there to end lives until GitHub ends it of itself. Never rejects.
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
    // 404 and 422: GitHub knows it no more.
    if (status !== 204 && status !== 404 && status !== 422)
      log.warn({ status }, 'GitHub did not revoke the token of an ended session')
  } catch (error) {
    // Nobody waits for this, so that nobody would catch it; the message of anything unforeseen might hold the token.
    log.warn(
      { code: error instanceof NetworkFailure ? error.code : 'unforeseen' },
      'GitHub is unreachable, so the token of an ended session was not revoked',
    )
  }
}
