import { packumentLimits } from './packument-limits.ts'
import { type HttpResponse, NetworkFailure } from '../../net/network.ts'

/** Path of an npm registry's published keys, relative to its base URL. */
export const keysPath = '-/npm/v1/keys'

/** Result of a registry request. Reasons are human-readable sentences. */
export type Lookup<Found> =
  | ({ readonly status: 'found' } & Found)
  | { readonly status: 'not-found' }
  /** HTTP status 401 or 403. */
  | { readonly status: 'forbidden'; readonly reason: string }
  /** No response, a server error after all retries, or an invalid response. */
  | { readonly status: 'unavailable'; readonly reason: string }

/** Lookup result with additional kinds of failure. */
export type RegistryAnswer<Found> =
  | Lookup<Found>
  | { readonly status: 'too-large'; readonly reason: string }
  | { readonly status: 'address-not-allowed'; readonly reason: string }

type Response = HttpResponse & { readonly body: Buffer }

/**
 * Sends a request to a package registry and interprets the status. Throws only if `signal` aborts.
 *
 * @param registry name for messages, for example `the package index`
 */
export async function askRegistry(
  registry: string,
  signal: AbortSignal | undefined,
  request: () => Promise<Response>,
): Promise<RegistryAnswer<{ readonly response: Response }>> {
  try {
    const response = await request()
    const { status } = response
    if (status === 200) return { status: 'found', response }
    if (status === 404 || status === 410) return { status: 'not-found' }
    if (status === 401 || status === 403)
      return { status: 'forbidden', reason: `${registry} refused access (HTTP ${status})` }
    // Withheld for legal reasons, so retrying is useless.
    if (status === 451)
      return { status: 'forbidden', reason: `${registry} withholds this for legal reasons (HTTP 451)` }
    return { status: 'unavailable', reason: `${registry} returned HTTP ${status}` }
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof NetworkFailure)) throw error
    if (error.code === 'too-large') return { status: 'too-large', reason: error.message }
    if (error.code === 'address-not-allowed' || error.code === 'url-not-allowed')
      return { status: 'address-not-allowed', reason: error.message }
    return { status: 'unavailable', reason: error.message }
  }
}

/**
 * Parses JSON. Returns undefined for invalid JSON, and for JSON that would take gigabytes of memory: 120 MiB of `{},`
 * become 40 million objects of 100 bytes each.
 */
export function parseBoundedJson(body: Buffer): unknown {
  let openings = 0
  for (const byte of body) if (byte === 0x7b || byte === 0x5b) openings += 1
  if (openings > packumentLimits.maxValues) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
