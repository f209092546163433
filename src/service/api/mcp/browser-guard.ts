import { isIP } from 'node:net'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../api-error.ts'

/**
 * Throws FORBIDDEN if another site's web page may have sent the request. With DNS rebinding, such a page reaches a
 * local service under its own host name, so the service accepts only its own names. An IP address or `localhost` cannot
 * be rebound.
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
