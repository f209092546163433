import type { RequestHandler } from 'express'
import type { Endpoint } from './endpoint.ts'

/** Returns the paths of public resources. Scripts on other sites may read these without a key. */
export function publiclyReadPaths(endpoints: readonly Endpoint[]): readonly string[] {
  return endpoints
    .filter(({ method, permission }) => method === 'get' && permission === 'anyone')
    .map(({ path }) => path)
}

/**
 * Lets scripts on all sites read public resources without cookies and keys
 * (https://fetch.spec.whatwg.org/#http-cors-protocol). Answers preflight requests.
 */
export const allowEveryOriginToRead: RequestHandler = (request, response, next) => {
  if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return next()
  response.set({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' })
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
    response.set(
      'Access-Control-Expose-Headers',
      'ETag, Link, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
    )
    return next()
  }
  response
    .status(204)
    .set({
      'Access-Control-Allow-Methods': 'GET, HEAD',
      'Access-Control-Allow-Headers': 'If-None-Match',
      'Access-Control-Max-Age': '86400',
    })
    .end()
}
