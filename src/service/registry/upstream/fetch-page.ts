import { upstreamLimits } from './upstream-limits.ts'
import { type Network, NetworkFailure } from '../../../engine/net/network.ts'
import { parseBoundedJson } from '../../../engine/sources/package-registries/registry-request.ts'
import { type PublicationPage, readPublicationPage } from './publication.ts'

/** Why a walk through a followed registry cannot go on. */
export type UpstreamProblem =
  /** It does not answer, or with a server error: worth another try from where the walk is. */
  | 'unreachable'
  /** What it answered is no page. */
  | 'broken-page'
  | 'too-large'
  /** It does not take the request, such as a cursor that it has forgotten. */
  | 'refused'
  /** Its cursors go in a circle, or do not come to an end. */
  | 'endless'

/** A walk stops; what it has stored stays, and where it was. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure'
  readonly problem: UpstreamProblem

  constructor(problem: UpstreamProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

export interface PageRequest {
  /** Without trailing slash. */
  readonly base: string
  readonly cursor: string | null
  /** Only what was updated since; deletions are told with it. Null: everything that is there. */
  readonly since: Date | null
}

/** Asks a registry for a page by its `v0.1` API. Throws UpstreamFailure, and what aborts the signal. */
export async function fetchPage(
  network: Network,
  { base, cursor, since }: PageRequest,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<PublicationPage> {
  const url = new URL(`${base}/v0.1/servers`)
  url.searchParams.set('limit', String(upstreamLimits.maxPageRecords))
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
    throw new UpstreamFailure('refused', `${url.host} refused a page request (HTTP ${status}).`)
  if (status !== 200) throw new UpstreamFailure('unreachable', `${url.host} returned HTTP ${status}.`)
  const page = readPublicationPage(parseBoundedJson(body), now)
  if (!page)
    throw new UpstreamFailure('broken-page', `${url.host} returned a response that is not a page of a server list.`)
  return page
}
