import type { Logger } from 'pino'
import { z } from 'zod'
import { type Network, NetworkFailure } from '../net/network.ts'
import { parsePrivateKey } from './private-key.ts'

/** Where GitHub is, without being an app there. */
export interface GitHubPlace {
  /** Where repositories are, such as `github.com`; with the port unless it is that of https, lower case. */
  readonly host: string
  /** Base of the REST API, without trailing slash. */
  readonly apiUrl: string
}

/** The credentials of an app that was just registered. They are shown to who registered it, and kept nowhere. */
export interface AppCredentials {
  readonly id: string
  readonly webhookSecret: string
  /** With which people sign in. */
  readonly clientId: string
  readonly clientSecret: string
  /** PEM. */
  readonly privateKey: string
  /** Where the app is at GitHub; absent when GitHub names another host. */
  readonly page?: string
}

/** Why there are no credentials: the code is not known to GitHub, GitHub did not answer, or not as documented. */
export type ConversionFailure = 'unknown-code' | 'unreachable' | 'unexpected'

const Conversion = z.object({
  id: z.int().positive(),
  html_url: z.string(),
  // Each goes into a line of its own.
  webhook_secret: z.string().regex(/^[\x21-\x7e]{16,500}$/),
  client_id: z.string().regex(/^[\w.-]{1,200}$/),
  client_secret: z.string().regex(/^[\x21-\x7e]{1,500}$/),
  pem: z.string().max(20_000).refine((pem) => parsePrivateKey(pem) !== undefined),
})

const answerBytes = 512 * 1024

/** Exchanges the code of a new app for its credentials. GitHub gives them once: the same code again is `unknown-code`. */
export async function convertManifestCode({ network, log, place }: { readonly network: Network; readonly log: Logger; readonly place: GitHubPlace }, code: string): Promise<AppCredentials | ConversionFailure> {
  try {
    const answer = await network.post({
      url: `${place.apiUrl}/app-manifests/${encodeURIComponent(code)}/conversions`,
      purpose: 'upstream',
      headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
      body: '',
      maxBytes: answerBytes,
    })
    const converted = answer.status === 201 ? Conversion.safeParse(parseJson(answer.body)).data : undefined
    if (converted) return { id: String(converted.id), webhookSecret: converted.webhook_secret, clientId: converted.client_id, clientSecret: converted.client_secret, privateKey: converted.pem, ...pageOf(converted.html_url, place) }
    // Neither the code nor the answer is logged: both are or hold credentials.
    log.warn({ status: answer.status }, 'GitHub gave no credentials for a new app')
    return answer.status === 404 || answer.status === 422 ? 'unknown-code' : 'unexpected'
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error
    log.warn({ code: error.code }, 'GitHub could not be asked for the credentials of a new app')
    return 'unreachable'
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function pageOf(address: string, { host }: GitHubPlace): { page?: string } {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && url.host === host ? { page: url.href.replace(/\/$/, '') } : {}
}
