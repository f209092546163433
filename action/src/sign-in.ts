import type { Deadline } from './deadline.ts'
import { ActionFailure } from './failure.ts'
import type { ServiceInputs } from './inputs.ts'
import type { Environment, Runner } from './runner.ts'
import { PassingFailure, patiently, type Service, serviceAt } from './assay-service.ts'

interface SignInContext {
  readonly environment: Environment
  readonly runner: Runner
  readonly deadline: Deadline
}

/**
 * Returns a client with the given key, or with a key issued for the workflow's identity. Returns undefined if both are
 * missing.
 */
export async function signIn(context: SignInContext, { baseUrl, apiKey }: ServiceInputs): Promise<Service | undefined> {
  const { environment, runner } = context
  if (apiKey !== undefined) {
    runner.say('Using the API key from the api-key input.')
    return serviceAt(baseUrl, apiKey)
  }
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken } = environment
  if (!url || !requestToken) return undefined
  runner.mask(requestToken)
  const anonymous = serviceAt(baseUrl)
  const { key, expiresAt } = await patiently(context, 'a key for this workflow', async (signal) => {
    // Each attempt needs a new token, because the service accepts each token once.
    const token = await identityToken({ url, requestToken, audience: baseUrl, signal })
    runner.mask(token)
    return anonymous.client.exchangeGithubOidc({ token }, { signal })
  })
  runner.mask(key)
  runner.say(`Signed in with this workflow's identity${expiresAt === undefined ? '' : ` until ${expiresAt}`}.`)
  return serviceAt(baseUrl, key)
}

/** Requests this workflow's identity token from GitHub ("OpenID Connect reference" in its documentation). */
async function identityToken({
  url,
  requestToken,
  audience,
  signal,
}: {
  url: string
  requestToken: string
  audience: string
  signal: AbortSignal
}): Promise<string> {
  const address = new URL(url)
  address.searchParams.set('audience', audience)
  const response = await fetch(address, {
    headers: { Accept: 'application/json', Authorization: `Bearer ${requestToken}` },
    redirect: 'error',
    signal,
  }).catch((error: unknown) => {
    if (error instanceof TypeError)
      throw new PassingFailure('Could not reach GitHub to request an identity token', { cause: error })
    throw error
  })
  if (!response.ok) {
    if (response.status >= 500)
      throw new PassingFailure(`GitHub could not issue an identity token (status ${response.status})`)
    throw new ActionFailure(
      'refused',
      `GitHub issued no identity token: it returned status ${response.status}. Grant the job the ` +
        'id-token: write permission.',
    )
  }
  const { value } = (await response.json()) as { value?: unknown }
  if (typeof value !== 'string' || value === '')
    throw new ActionFailure('refused', 'GitHub issued no identity token: the response contains no token.')
  return value
}
