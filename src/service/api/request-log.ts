import type { Request, Response } from 'express'
import type { Logger } from 'pino'
import { abortedRequests, requests, requestSeconds } from './metrics.ts'

/** Maximum length of a logged path. Longer paths are truncated; no valid path is longer. */
const maxPathCharacters = 300

/** Logs and counts a request when its response has ended, whether complete or not. */
export function logWhenEnded(log: Logger, request: Request, response: Response): void {
  const startedAt = performance.now()
  response.on('close', () => {
    const status = response.statusCode
    const entry = {
      method: request.method,
      path: loggablePath(request.path),
      status,
      requestId: String(response.locals.requestId),
      ...(response.locals.caller && { key: response.locals.caller.keyPrefix }),
      ...scanOf(response),
      durationMs: Math.round(performance.now() - startedAt),
      // The connection closed before the response was complete.
      ...(!response.writableFinished && { aborted: true }),
    }
    log[status >= 500 ? 'error' : 'info'](entry, 'request')
    count(request, response, performance.now() - startedAt)
  })
}

/** Returns the ID of a scan created by the request. Later log lines about the scan include the same ID. */
function scanOf(response: Response): { readonly scanId?: string } {
  const [, scanId] = /^\/api\/v1\/scans\/(scan_[\w-]{1,60})$/.exec(String(response.getHeader('Location') ?? '')) ?? []
  return scanId === undefined ? {} : { scanId }
}

function count(request: Request, response: Response, durationMs: number): void {
  const route = routeOf(request)
  requests.inc({
    route,
    method: methods.has(request.method) ? request.method : 'other',
    status: String(response.statusCode),
  })
  if (!response.writableFinished) abortedRequests.inc({ route })
  const waitsOnPurpose =
    'wait' in request.query || String(response.getHeader('content-type')).startsWith('text/event-stream')
  if (!waitsOnPurpose) requestSeconds.observe({ route }, durationMs / 1_000)
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Returns the route pattern, such as `/api/v1/scans/:scanId`. Actual paths would create an unlimited number of metric
 * labels.
 */
function routeOf(request: Request): string {
  const path: unknown = request.route?.path
  return typeof path === 'string' ? path : 'none'
}

/**
 * Returns the path without strings that look like secrets of this service. Omits the query, which can contain anything.
 */
export function loggablePath(path: string): string {
  // Fast path for nearly all requests.
  if (path.length <= maxPathCharacters && !/%|mcp_|whsec_/.test(path)) return path
  return decoded(path)
    .slice(0, maxPathCharacters)
    .replaceAll(/mcp_(\w{8})_\w+/g, 'mcp_$1_…')
    .replaceAll(/whsec_[\w+/=-]+/g, 'whsec_…')
}

/** Decodes letters, digits, and punctuation, even if another part of the path cannot be decoded. */
function decoded(path: string): string {
  return path.replaceAll(/%([2-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
