import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { type Authenticate, createAuthenticator } from '../../accounts/authenticate.ts'
import type { CallerChanges } from '../../db/accounts/caller-changes.ts'
import { mcpRegistryLimits } from './mcp-registry-limits.ts'
import { cursorOf } from '../../registry/mcp-registry-api/cursor.ts'
import { findVersions } from '../../registry/mcp-registry-api/find-versions.ts'
import { listRecords } from '../../registry/mcp-registry-api/list-records.ts'
import type { ReceiptContext } from '../../registry/receipts/issue-receipts.ts'
import { ApiError, apiErrors } from '../api-error.ts'
import { callerOf } from '../authentication.ts'
import { entityTag, isNamedBy, revalidated } from '../conditional.ts'
import { passingError } from '../named-error.ts'
import { countRequest, type RateLimitContext } from '../rate-limit.ts'
import { ListQuery, NamePart, VersionPart, VersionsQuery } from './registry-api-query.ts'

export type McpRegistryApiContext = ReceiptContext &
  RateLimitContext & { readonly callerChanges: CallerChanges; readonly log: Pick<Logger, 'error'> }

/**
 * Serves the read endpoints of the generic MCP registry API, version 0.1
 * (https://github.com/modelcontextprotocol/registry, docs/reference/api), with that API's schemas and errors. Requests
 * count toward the same rate limits as Assay API requests.
 */
export function mcpRegistryApiRouter(context: McpRegistryApiContext): Router {
  const router = Router({ caseSensitive: true, strict: false })
  const authenticate = createAuthenticator(context)
  router.use('/v0.1', allowEveryOrigin)
  router.get('/v0.1/servers', async (request, response) => {
    await count(context, authenticate, request, response)
    const {
      cursor,
      limit = mcpRegistryLimits.defaultPageRecords,
      search,
      updated_since: updatedSince,
      version,
      include_deleted: withDeleted,
    } = checked('query', ListQuery, request.query)
    // Includes deletions by default for clients that sync updates.
    const filter = {
      search: search?.toLowerCase(),
      updatedSince,
      version,
      withDeleted: withDeleted ?? updatedSince !== undefined,
    }
    const { records, next } = await listRecords(context, { filter, from: cursor, limit, now: context.now() })
    send(request, response, {
      servers: records,
      metadata: { count: records.length, ...(next && { nextCursor: cursorOf(next) }) },
    })
  })
  router.get('/v0.1/servers/:name/versions', async (request, response) => {
    const { records } = await versionsOf(context, authenticate, request, response, undefined)
    if (records) send(request, response, { servers: records, metadata: { count: records.length } })
  })
  router.get('/v0.1/servers/:name/versions/:version', async (request, response) => {
    const { records } = await versionsOf(
      context,
      authenticate,
      request,
      response,
      checked('version', VersionPart, request.params.version),
    )
    if (records) send(request, response, records[0] ?? {})
  })
  router.all(['/v0.1/servers', '/v0.1/servers/:name/versions', '/v0.1/servers/:name/versions/:version'], () => {
    throw new ApiError('METHOD_NOT_ALLOWED', 'This registry is read-only. Use the GET or HEAD method.', {
      headers: { Allow: 'GET, HEAD' },
    })
  })
  router.use('/v0.1', () => {
    throw new ApiError('NOT_FOUND', 'This path does not exist. Use /v0.1/servers.')
  })
  router.use('/v0.1', errorAnswer(context.log))
  return router
}

/** Returns the versions of the server in the path. Returns no records if it sent a redirect. Throws NOT_FOUND. */
async function versionsOf(
  context: McpRegistryApiContext,
  authenticate: Authenticate,
  request: Request,
  response: Response,
  version: string | undefined,
) {
  await count(context, authenticate, request, response)
  const name = checked('name', NamePart, request.params['name'])
  const { include_deleted: withDeleted = false } = checked('query', VersionsQuery, request.query)
  const found = await findVersions(context, { name, version, withDeleted, now: context.now() })
  if ('movedTo' in found) {
    const rest = version === undefined ? '' : `/${encodeURIComponent(version)}`
    response
      .status(308)
      .set({
        Location: `${context.publicUrl}/v0.1/servers/${encodeURIComponent(found.movedTo)}/versions${rest}`,
        'Cache-Control': 'no-cache',
      })
      .end()
    return {}
  }
  if (found.records.length === 0)
    throw new ApiError('NOT_FOUND', version === undefined ? 'Server not found' : 'Server or version not found')
  return { records: found.records }
}

async function count(
  context: McpRegistryApiContext,
  authenticate: Authenticate,
  request: Request,
  response: Response,
): Promise<void> {
  const caller = await callerOf({ authenticate, publicUrl: context.publicUrl }, 'anyone', request)
  response.locals.caller = caller
  await countRequest(context, caller, request, response)
}

function checked<Shape extends z.ZodType>(part: string, shape: Shape, value: unknown): z.output<Shape> {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || part} ${message}`)
  throw new ApiError('INVALID_REQUEST', problems.join('; '))
}

function send(request: Request, response: Response, document: object): void {
  const body = JSON.stringify(document)
  const tag = entityTag(body, { isWholeBody: true })
  response.set({ ETag: tag, ...revalidated })
  if (isNamedBy(request.headers['if-none-match'], tag)) response.status(304).end()
  else response.type('json').send(body)
}

/**
 * Editors call this API from their own origins, in some cases with an authorization header. No response depends on an
 * account.
 */
const allowEveryOrigin: RequestHandler = (request, response, next) => {
  response.set({
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Expose-Headers':
      'ETag, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  })
  if (request.method !== 'OPTIONS') return next()
  response
    .status(204)
    .set({
      'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match',
      'Access-Control-Max-Age': '86400',
    })
    .end()
}

/** Sends errors in the format of the generic API, in which `error` is a sentence. */
function errorAnswer(log: McpRegistryApiContext['log']): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    const known = error instanceof ApiError ? error : knownError(error)
    if (!known) log.error({ err: error, requestId: response.locals.requestId }, 'registry request failed')
    const { code, message, headers } = known ?? new ApiError('INTERNAL', 'An internal error occurred. Retry later.')
    response.status(apiErrors[code].status).set(headers).json({ error: message, code })
  }
}

/** Express throws this error if the path cannot be decoded. */
function knownError(error: unknown): ApiError | undefined {
  if (error instanceof URIError) return new ApiError('INVALID_REQUEST', 'The path contains invalid percent-encoding.')
  return passingError(error)
}
