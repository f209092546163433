import { createLocalJWKSet, errors, type FlattenedJWSInput, type JWSHeaderParameters } from 'jose'
import { z } from 'zod'
import { workflowTokenLimits } from './workflow-token-limits.ts'
import type { Network } from '../../../engine/net/network.ts'
import { WorkflowRefusal } from './workflow-refusal.ts'

/**
 * Returns the issuer's key that signed a token. Throws a jose error if no key matches, and a WorkflowRefusal if the
 * keys cannot be fetched.
 */
export type IssuerKeys = (header: JWSHeaderParameters, token: FlattenedJWSInput) => ReturnType<KeySet>

type KeySet = ReturnType<typeof createLocalJWKSet>

interface KnownKeys {
  readonly keys: KeySet
  /** Time when the keys were read, in milliseconds since the epoch. */
  readonly readAt: number
}

/** OpenID Connect Discovery 1.0, section 3. */
const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })

/** RFC 7517, section 5: unsupported keys are ignored. */
const PublishedKeys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) })

/**
 * Creates the lookup for an issuer's published keys, which are found through its discovery document and cached for an
 * hour. A token with an unknown key refreshes them, at most once a minute. After a failure, no requests are sent for
 * ten seconds. Forged tokens therefore cannot cause many requests.
 *
 * @param issuer Without a trailing slash. The keys must be on the same origin.
 */
export function createIssuerKeys({
  network,
  issuer,
  now = Date.now,
}: {
  readonly network: Network
  readonly issuer: string
  readonly now?: () => number
}): IssuerKeys {
  let known: KnownKeys | undefined
  let reading: Promise<KnownKeys> | undefined
  let failed: { readonly error: unknown; readonly at: number } | undefined

  /** Concurrent requests share one fetch. */
  const read = async () => {
    if (failed && now() - failed.at < workflowTokenLimits.failurePauseMs) throw failed.error
    reading ??= readKeys(network, issuer)
      .then(
        (keys) => (known = { keys, readAt: now() }),
        (error: unknown) => {
          failed = { error, at: now() }
          throw error
        },
      )
      .finally(() => (reading = undefined))
    return reading
  }

  return async (header, token) => {
    const { keys, readAt } =
      known && now() - known.readAt < workflowTokenLimits.issuerKeysMaxAgeMs ? known : await read()
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || now() - readAt < workflowTokenLimits.unknownKeyPauseMs)
        throw error
      return (await read()).keys(header, token)
    }
  }
}

async function readKeys(network: Network, issuer: string): Promise<KeySet> {
  try {
    const discovery = Discovery.parse(await readJson(network, `${issuer}/.well-known/openid-configuration`))
    if (discovery.issuer !== issuer) throw new Error('the discovery document belongs to another issuer')
    if (new URL(discovery.jwks_uri).origin !== new URL(issuer).origin) throw new Error('the keys are on another origin')
    const { keys } = PublishedKeys.parse(await readJson(network, discovery.jwks_uri))
    return createLocalJWKSet({ keys })
  } catch (error) {
    // Whatever the cause, the caller can only retry later. The log contains the cause.
    throw new WorkflowRefusal(
      'OVERLOADED',
      `Assay could not fetch the public keys from ${issuer}, so it could not verify the identity token. Try again ` +
        'later.',
      { cause: error },
    )
  }
}

async function readJson(network: Network, url: string): Promise<unknown> {
  const {
    status,
    body,
    url: answered,
  } = await network.get({
    url,
    purpose: 'upstream',
    headers: { accept: 'application/json' },
    maxBytes: workflowTokenLimits.maxIssuerDocumentBytes,
  })
  if (status !== 200) throw new Error(`status ${status}`)
  if (new URL(answered).origin !== new URL(url).origin) throw new Error('the issuer redirects to another origin')
  return JSON.parse(body.toString('utf8'))
}
