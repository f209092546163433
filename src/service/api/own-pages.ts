import type { IncomingHttpHeaders } from 'node:http'

/**
 * Reports whether a browser sent the request from a page of this service. Browsers set `Sec-Fetch-Site` (Fetch
 * Metadata) or, over plain HTTP between machines, only `Origin`. Pages cannot change either header. A request that has
 * neither is not trusted.
 *
 * @param publicUrl without a trailing slash
 */
export function isFromOwnPages(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin !== undefined && headers.origin === URL.parse(publicUrl)?.origin
}
