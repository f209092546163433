import type { Request, Response } from 'express'
import type { Logger } from 'pino'
import { abortedRequests, requests, requestSeconds } from '../operations/metrics/requests.ts'

/** Longer paths are cut: nothing of ours is. */
const maxPathCharacters = 300

/** Writes a line for a request when its answer has ended, whole or not, and counts it. */
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
      // The caller left, or was cut off, before the answer had been sent.
      ...(!response.writableFinished && { aborted: true }),
    }
    log[status >= 500 ? 'error' : 'info'](entry, 'request')
    count(request, response, performance.now() - startedAt)
  })
}

/** The scan that a submission has made, under whose id the log goes on. */
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
 * The pattern that led to the answer, such as `/api/v1/scans/:scanId`: what callers put into paths would be labels
 * without end.
 */
function routeOf(request: Request): string {
  const path: unknown = request.route?.path
  return typeof path === 'string' ? path : 'none'
}

/** A path without what looks like a secret of ours; the query, which may hold anything, is no part of it. */
export function loggablePath(path: string): string {
  // What has none of these stays as it is, which is nearly every path.
  if (path.length <= maxPathCharacters && !/%|mcp_|whsec_/.test(path)) return path
  return decoded(path)
    .slice(0, maxPathCharacters)
    .replaceAll(/mcp_(\w{8})_\w+/g, 'mcp_$1_…')
    .replaceAll(/whsec_[\w+/=-]+/g, 'whsec_…')
}

/** Letters, digits and signs as such, also where another part of the path cannot be decoded. */
function decoded(path: string): string {
  return path.replaceAll(/%([2-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
