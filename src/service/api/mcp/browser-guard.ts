import { isIP } from 'node:net'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../api-error.ts'

/**
 * Throws FORBIDDEN for a request that a web page of another site may have sent. With DNS rebinding, such a page reaches
 * a local service under the name of its own site, so the service accepts only its own names. A page cannot rebind an IP
 * address or `localhost`.
 *
 * @param publicUrl without a trailing slash
 */
export function requireOwnSite({ host, origin }: IncomingHttpHeaders, publicUrl: string): void {
  const own = new URL(publicUrl)
  const asked = URL.parse(`http://${host ?? ''}`)?.hostname ?? ''
  if (asked !== own.hostname && asked !== 'localhost' && isIP(asked.replace(/^\[(.*)\]$/, '$1')) === 0)
    throw new ApiError(
      'FORBIDDEN',
      `The Host header does not name this service. Use ${own.origin}/mcp, or ask the operator to set PUBLIC_URL.`,
    )
  if (origin !== undefined && origin !== own.origin)
    throw new ApiError('FORBIDDEN', 'The Origin header names another site. Web pages of other sites cannot use MCP.')
}
