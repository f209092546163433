import { upstreamLimits } from './upstream-limits.ts'
import { type Network, NetworkFailure } from '../../../engine/net/network.ts'
import { parseBoundedJson } from '../../../engine/sources/package-registries/registry-request.ts'
import { type PublicationPage, readPublicationPage } from './publication.ts'

/** Why an upstream registry can no longer be followed. */
export type UpstreamProblem =
  /** The registry does not respond or returns a server error. A later attempt can continue at the same position. */
  | 'unreachable'
  | 'broken-page'
  | 'too-large'
  /** The registry rejects the request, for example because the cursor has expired. */
  | 'refused'
  /** The cursors repeat, or there are too many pages. */
  | 'endless'

/** Thrown to end a run. Stored pages and the position are kept. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure'
  readonly problem: UpstreamProblem

  constructor(problem: UpstreamProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

export interface PageRequest {
  /** Base URL without a trailing slash. */
  readonly base: string
  readonly cursor: string | null
  /** Earliest update of the requested records, including deletions. Null for all records. */
  readonly since: Date | null
  /** Number of records, at most `upstreamLimits.maxPageRecords`. */
  readonly records: number
}

/** Requests a page from the `v0.1` API of a registry. Throws UpstreamFailure, or the reason of the aborted signal. */
export async function fetchPage(
  network: Network,
  { base, cursor, since, records }: PageRequest,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<PublicationPage> {
  const url = new URL(`${base}/v0.1/servers`)
  url.searchParams.set('limit', String(records))
  if (cursor !== null) url.searchParams.set('cursor', cursor)
  if (since !== null) url.searchParams.set('updated_since', since.toISOString())
  const { status, body } = await network
    .get({
      url,
      purpose: 'upstream',
      headers: { accept: 'application/json' },
      maxBytes: upstreamLimits.maxPageBytes,
      signal,
    })
    .catch((error: unknown) => {
      signal.throwIfAborted()
      if (!(error instanceof NetworkFailure)) throw error
      throw new UpstreamFailure(error.code === 'too-large' ? 'too-large' : 'unreachable', error.message, {
        cause: error,
      })
    })
  if (status === 400 || status === 404 || status === 410 || status === 422)
    throw new UpstreamFailure(
      'refused',
      `${url.host} rejected the request for a page of the server list (HTTP ${status}).`,
    )
  if (status !== 200) throw new UpstreamFailure('unreachable', `${url.host} returned HTTP ${status}.`)
  const page = readPublicationPage(parseBoundedJson(body), now)
  if (!page)
    throw new UpstreamFailure('broken-page', `${url.host} returned a response that is not a page of a server list.`)
  return page
}
