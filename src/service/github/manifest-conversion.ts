import type { Logger } from 'pino'
import { z } from 'zod'
import { type Network, NetworkFailure, type NetworkFailureCode } from '../../engine/net/network.ts'
import type { GitHubPlace } from '../../settings/github-settings.ts'
import { parsePrivateKey } from '../../settings/private-key.ts'
import { appPageOf } from './app-page.ts'

/** Credentials of a newly registered app. They are shown to the user who registered it, and never stored. */
export interface AppCredentials {
  readonly id: string
  readonly webhookSecret: string
  /** Client ID for user sign-in. */
  readonly clientId: string
  readonly clientSecret: string
  /** Private key in PEM format. */
  readonly privateKey: string
  /** App URL on GitHub. Undefined if GitHub returned another host. */
  readonly page?: string
}

/**
 * Reason why there are no credentials.
 *
 * - `unknown-code`: GitHub does not know the code, because it was used or is older than an hour.
 * - `unreachable`: no request reached GitHub. The code is unused.
 * - `unanswered`: GitHub responded with a server error, or its response did not arrive. The code may be used.
 * - `refused`: GitHub responded with another status, such as a rate limit or a redirect. The code is unused.
 * - `unusable`: GitHub accepted the code, but its response has an unexpected format.
 */
export type ConversionFailure = 'unknown-code' | 'unreachable' | 'unanswered' | 'refused' | 'unusable'

const Conversion = z.object({
  id: z.int().positive(),
  html_url: z.string(),
  // Single-line, because each value is printed on one line.
  webhook_secret: z.string().regex(/^[\x21-\x7e]{16,500}$/),
  client_id: z.string().regex(/^[\w.-]{1,200}$/),
  client_secret: z.string().regex(/^[\x21-\x7e]{1,500}$/),
  pem: z
    .string()
    .max(20_000)
    .refine((pem) => parsePrivateKey(pem) !== undefined),
})

const answerBytes = 512 * 1024

/** Network failures before a request is sent. */
const beforeSending: ReadonlySet<NetworkFailureCode> = new Set([
  'address-not-allowed',
  'url-not-allowed',
  'name-not-found',
])

/** Exchanges a new app's code for its credentials. GitHub returns them only once; a used code is `unknown-code`. */
export async function convertManifestCode(
  { network, log, place }: { readonly network: Network; readonly log: Logger; readonly place: GitHubPlace },
  code: string,
): Promise<AppCredentials | ConversionFailure> {
  try {
    const answer = await network.post({
      url: `${place.apiUrl}/app-manifests/${encodeURIComponent(code)}/conversions`,
      purpose: 'upstream',
      headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
      body: '',
      maxBytes: answerBytes,
    })
    const converted = answer.status === 201 ? Conversion.safeParse(parseJson(answer.body)).data : undefined
    const page = converted && appPageOf(converted.html_url, place)
    if (converted)
      return {
        id: String(converted.id),
        webhookSecret: converted.webhook_secret,
        clientId: converted.client_id,
        clientSecret: converted.client_secret,
        privateKey: converted.pem,
        ...(page !== undefined && { page }),
      }
    // Do not log the code or the response, because both are or contain credentials.
    log.warn({ status: answer.status }, 'app credentials request rejected by GitHub')
    return failureOfStatus(answer.status)
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error
    log.warn({ code: error.code }, 'app credentials request failed')
    return beforeSending.has(error.code) || isRefusedConnection(error) ? 'unreachable' : 'unanswered'
  }
}

function failureOfStatus(status: number): ConversionFailure {
  if (status === 201) return 'unusable'
  if (status === 404 || status === 422) return 'unknown-code'
  return status >= 500 ? 'unanswered' : 'refused'
}

/** Reports whether no connection was established. */
function isRefusedConnection(error: NetworkFailure): boolean {
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
    if (
      'code' in cause &&
      (cause.code === 'ECONNREFUSED' || cause.code === 'EHOSTUNREACH' || cause.code === 'ENETUNREACH')
    )
      return true
  }
  return false
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
