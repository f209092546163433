import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { SignedInPerson } from '../../accounts/sessions.ts'
import { NetworkFailure } from '../../../engine/net/network.ts'
import { askAsPerson } from './ask-as-person.ts'
import type { PeopleContext } from './sign-in-place.ts'
import type { SignInPlace } from '../../../settings/github-settings.ts'

/** Sign-in in progress. Stored by the browser that started it. */
export interface SignInAttempt {
  /** Comes back with the code, and binds the code to this browser. */
  readonly state: string
  /** Proves to GitHub that the client that sends the code also started the sign-in (RFC 7636). */
  readonly verifier: string
  readonly redirectUri: string
}

/**
 * Returns the URL where the user signs in. Requests no scopes, because it needs only the identity, and the access that
 * the app and the user share.
 */
export function authorizeAddress(
  { webUrl, clientId }: SignInPlace,
  { state, verifier, redirectUri }: SignInAttempt,
): string {
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return (
    `${webUrl}` +
    `/login/oauth/authorize?${new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })}`
  )
}

const TokenAnswer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,1000}$/),
  expires_in: z
    .int()
    .positive()
    .max(366 * 86_400)
    .optional(),
})

const UserAnswer = z.object({ id: z.int().positive(), login: z.string().min(1).max(100) })

const answerBytes = 64 * 1024

/**
 * Exchanges a user's code for their identity. Returns `refused` if GitHub does not accept the code for this attempt.
 */
export async function personOfCode(
  context: PeopleContext,
  { code, attempt, now }: { readonly code: string; readonly attempt: SignInAttempt; readonly now: Date },
): Promise<SignedInPerson | 'refused' | 'unreachable'> {
  const granted = await tokenOfCode(context, code, attempt)
  if (typeof granted === 'string') return granted
  const user = await askAsPerson(context, granted.access_token, '/user', UserAnswer)
  if (typeof user === 'string') return user === 'unreachable' ? 'unreachable' : 'refused'
  return {
    host: context.place.host,
    githubId: user.id,
    login: user.login,
    token: granted.access_token,
    tokenEndsAt: granted.expires_in === undefined ? undefined : new Date(now.getTime() + granted.expires_in * 1_000),
  }
}

async function tokenOfCode(
  { network, log, place }: PeopleContext,
  code: string,
  { verifier, redirectUri }: SignInAttempt,
): Promise<z.output<typeof TokenAnswer> | 'refused' | 'unreachable'> {
  try {
    const { status, body } = await network.post({
      url: `${place.webUrl}/login/oauth/access_token`,
      purpose: 'upstream',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        client_id: place.clientId,
        client_secret: place.clientSecret,
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }).toString(),
      maxBytes: answerBytes,
    })
    // GitHub reports a rejected code as an error with status 200. Neither response is logged, because both may contain
    // credentials.
    const read = status === 200 ? TokenAnswer.safeParse(JSON.parse(body.toString('utf8'))) : undefined
    if (read?.success) return read.data
    log.warn({ status }, 'sign-in token request rejected by GitHub')
    return status === 200 || (status >= 400 && status < 500) ? 'refused' : 'unreachable'
  } catch (error) {
    if (!(error instanceof NetworkFailure) && !(error instanceof SyntaxError)) throw error
    log.warn({ code: error instanceof NetworkFailure ? error.code : 'malformed' }, 'sign-in token request failed')
    return 'unreachable'
  }
}
