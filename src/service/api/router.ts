import { type ErrorRequestHandler, type Request, type Response, Router } from 'express'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { type Caller, createAuthenticator } from '../accounts/authenticate.ts'
import type { Sessions } from '../accounts/sessions.ts'
import type { Database } from '../db/client.ts'
import { answerEndpoint } from './answer-endpoint.ts'
import { ApiError, detailsOf, type ErrorDetail } from './api-error.ts'
import {
  type Authentication,
  callerOf,
  requireAccess,
  requireFreshSession,
  requireWorkflowAccess,
} from './authentication.ts'
import { endpoints as catalogue } from './catalogue.ts'
import { connectionOf } from './connection.ts'
import { allowEveryOriginToRead, publiclyReadPaths } from './cross-origin-reads.ts'
import { deprecationHeaders } from './deprecation.ts'
import type { ApiContext, Endpoint } from './endpoint.ts'
import { errorBody } from './envelope.ts'
import { sendEventStream, acquireStreamSlot } from './event-stream.ts'
import { readJsonBody } from './json-body.ts'
import { answerMoved } from './moved.ts'
import { namedError } from './named-error.ts'
import { openApiDocument, openApiPath } from './openapi.ts'
import { byPrecision } from './path-order.ts'
import { countedSubject, countRequest, refundRequest, type RateLimitContext } from './rate-limit.ts'
import { createResourceRoutes } from './resource-routes.ts'
import { sendAnswer, sendOnce } from './send-answer.ts'
import { sessionTokenOf } from './session-cookie.ts'

export type ApiRouterContext = ApiContext &
  RateLimitContext & {
    readonly log: Logger
    /** Absent if sign-in is disabled. */ readonly sessions?: Sessions | undefined
    /** Default: the endpoints in the catalogue. */ readonly endpoints?: readonly Endpoint[]
  }

/** Serves all endpoints in the catalogue. Responds to all other requests under `/api` with an error body. */
export function apiRouter(context: ApiRouterContext): Router {
  const router = Router({ caseSensitive: true, strict: false })
  const gated = {
    ...context,
    authenticate: createAuthenticator({
      db: context.db,
      masterKey: context.masterKey,
      callerChanges: context.callerChanges,
    }),
  }
  const endpoints = context.endpoints ?? catalogue
  for (const path of [...publiclyReadPaths(endpoints), openApiPath]) router.all(path, allowEveryOriginToRead)
  const openApi = JSON.stringify(openApiDocument(context.publicUrl, endpoints))
  router.get(openApiPath, (_request, response) => void response.type('application/json').send(openApi))
  const resources = createResourceRoutes()
  for (const [path, methods] of [...methodsByPath(endpoints)].sort(([a], [b]) => byPrecision(a, b))) {
    const routes = resources.routerOf(path)
    for (const endpoint of endpoints.filter((each) => each.path === path))
      routes[endpoint.method](path, (request, response) =>
        serve(gated, endpoint, request, response).catch((error: unknown) =>
          answerMoved(error, { publicUrl: context.publicUrl, path }, request, response),
        ),
      )
    routes.all(path, (request) => {
      throw new ApiError(
        'METHOD_NOT_ALLOWED',
        `This path does not support ${request.method}. The Allow header lists the supported methods.`,
        {
          headers: { Allow: methods.join(', ') },
        },
      )
    })
  }
  router.use(resources.route)
  router.use((request) => {
    throw new ApiError(
      'NOT_FOUND',
      `The path ${request.method} ${request.baseUrl}${request.path} does not exist. Check the API reference.`,
    )
  })
  router.use(errorAnswer(context))
  return router
}

type GatedContext = ApiRouterContext & Authentication

/**
 * Serves a request. Checks the key, rate limits, permission, path, query, and body, in this order. A client that sends
 * no key learns nothing else.
 */
async function serve(context: GatedContext, endpoint: Endpoint, request: Request, response: Response): Promise<void> {
  // Set first, so that a deprecated endpoint's errors have the headers too.
  if (endpoint.deprecation) response.set(deprecationHeaders(endpoint.deprecation))
  const caller = await callerOf(context, endpoint.permission, request)
  response.locals.caller = caller
  const allowance = await countRequest(context, caller, request, response)
  requireAccess(caller, endpoint.permission)
  requireWorkflowAccess(caller, endpoint)
  requireFreshSession(caller, endpoint, context.now())
  const details: ErrorDetail[] = []
  const params = check('params', endpoint.params, request.params, details)
  const query = check('query', endpoint.query, request.query, details)
  const body = endpoint.body && check('body', endpoint.body, await readJsonBody(request, response), details)
  if (details.length > 0)
    throw new ApiError(
      'INVALID_REQUEST',
      'The request has invalid or unknown fields. Correct the fields listed in `details`.',
      { details },
    )
  const answered = caller?.workflowOf && endpoint.permission === 'anyone' ? undefined : caller
  // The caller has the required access, which the catalogue's erased types do not express.
  const respond = (db: Database) =>
    answerEndpoint(db === context.db ? context : { ...context, db }, endpoint, {
      caller: answered as Caller,
      allowance,
      params: params ?? {},
      query: query ?? {},
      body,
      connection: connectionOf(context, endpoint.permission, caller, request, response),
    })
  if (endpoint.takesIdempotencyKey && caller) {
    return sendOnce(context.db, endpoint, { caller, request, response }, async (tx) => {
      const answer = await respond(tx)
      if ('events' in answer) throw new Error(`${endpoint.id} returns a stream, which cannot be stored`)
      return answer
    })
  }
  // The pages of a signed-in visitor also call these endpoints, which do not look at the session otherwise.
  const isCurrent = caller !== undefined || sessionTokenOf(request.headers, context.publicUrl) !== undefined
  const answer = endpoint.readsReplica ? await context.reads.read({ isCurrent }, respond) : await respond(context.db)
  if (!('events' in answer)) return sendAnswer(endpoint, answer, request, response)
  const place =
    answer.events === 'none' || request.method === 'HEAD'
      ? undefined
      : await acquireStreamSlot(context.db, countedSubject(caller, request), {
          ofWorkflow: caller?.workflowOf !== undefined,
        })
  // If the refund fails, the request stays counted.
  await refundRequest(context, caller, request, allowance).catch(() => {})
  if (answer.events === 'none') response.status(204).end()
  else if (!place) response.type('text/event-stream').end()
  else await sendEventStream(response, answer.events, { db: context.db, place })
}

function check<Shape extends z.ZodType>(
  part: string,
  shape: Shape,
  value: unknown,
  details: ErrorDetail[],
): z.output<Shape> | undefined {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  details.push(...detailsOf(part, parsed.error))
  return undefined
}

function methodsByPath(endpoints: readonly Endpoint[]): Map<string, string[]> {
  const methods = new Map<string, string[]>([[openApiPath, ['GET', 'HEAD']]])
  for (const { path, method } of endpoints) {
    const known = methods.get(path) ?? []
    methods.set(path, [...known, method.toUpperCase(), ...(method === 'get' ? ['HEAD'] : [])])
  }
  return methods
}

/** Responds to all errors. Errors other than ApiError are logged and sent as INTERNAL. */
function errorAnswer({ log, publicUrl }: ApiRouterContext): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    if (response.headersSent) {
      log.error({ err: error, requestId: response.locals.requestId }, 'response aborted')
      return void response.destroy()
    }
    errorBody(response, namedError({ log }, error, response), publicUrl)
  }
}
