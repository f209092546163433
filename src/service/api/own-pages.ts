import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a browser sent this from a page of ours, as it says itself (Fetch Metadata, `Sec-Fetch-Site`, and where that
 * is not sent, as over plain HTTP between machines, `Origin`). Pages cannot change either. What says neither is not
 * believed.
 *
 * @param publicUrl without trailing slash
 */
export function isFromOwnPages(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin !== undefined && headers.origin === URL.parse(publicUrl)?.origin
}
