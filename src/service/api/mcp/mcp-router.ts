import { type Request, type Response, Router } from 'express'
import type { Logger } from 'pino'
import { assay } from '../../../engine/model/product.ts'
import { mcpTools } from '../../../mcp/catalogue.ts'
import { createMcpServer } from '../../../mcp/create-server.ts'
import { createMcpHandler } from '../../../mcp/sdk.ts'
import { type Caller, createAuthenticator, mayDo } from '../../accounts/authenticate.ts'
import { ApiError, apiErrors } from '../api-error.ts'
import { callerOf, requirePermission, requireWorkflowAccess } from '../authentication.ts'
import { readJsonBody } from '../json-body.ts'
import { namedError } from '../named-error.ts'
import { countRequest, type RateLimitContext } from '../rate-limit.ts'
import { accountHost, type AccountHostContext } from './account-host.ts'
import { requireOwnSite } from './browser-guard.ts'
import { sendWebResponse, webRequest } from './web-exchange.ts'

/** Dependencies that only the MCP router needs. */
export type McpDependencies = Pick<AccountHostContext, 'advisoryMatcher' | 'sources'>

type McpRouterContext = AccountHostContext & RateLimitContext & { readonly log: Logger }

export const mcpPath = '/mcp'

/**
 * Serves MCP over stateless Streamable HTTP. Tools require the permissions of an API key. Browser sessions are not
 * accepted.
 */
export function mcpRouter(context: McpRouterContext): Router {
  const router = Router({ caseSensitive: true, strict: false })
  const authenticate = createAuthenticator(context)

  async function serve(request: Request, response: Response): Promise<void> {
    requireOwnSite(request.headers, context.publicUrl)
    if (request.method !== 'POST')
      throw new ApiError('METHOD_NOT_ALLOWED', 'This MCP server has no sessions. Send every message with POST.', {
        headers: { Allow: 'POST' },
      })
    const caller = await callerOf({ authenticate, publicUrl: context.publicUrl }, 'any key', request)
    response.locals.caller = caller
    const allowance = await countRequest(context, caller, request, response)
    if (!caller) throw new Error('a request without a key was not refused')
    requireWorkflowAccess(caller, { permission: 'any key' })
    // Also rejects batches, whose calls would count as one request.
    const message = await readJsonBody(request, response)
    requireToolPermissions(caller, message)
    const host = accountHost(context, {
      caller,
      allowance,
      namedError: (error) => namedError(context, error, response),
    })
    const handler = createMcpHandler(() => createMcpServer(assay.version, host), {
      onerror: (error) =>
        context.log.debug({ err: error, requestId: response.locals.requestId }, 'mcp request refused'),
      // The tool list never changes, so there is nothing to subscribe to.
      maxSubscriptions: 0,
    })
    const answer = await handler.fetch(webRequest(request, response, `${context.publicUrl}${mcpPath}`), {
      parsedBody: message,
    })
    await sendWebResponse(answer, response)
  }

  router.all(mcpPath, async (request, response) => {
    try {
      await serve(request, response)
    } catch (error) {
      if (response.headersSent) {
        context.log.error({ err: error, requestId: response.locals.requestId }, 'response aborted')
        response.destroy()
      } else sendError(response, namedError(context, error, response), context.publicUrl)
    }
  })
  return router
}

/** Throws FORBIDDEN if a message calls a tool for which the key has no permission. */
function requireToolPermissions(caller: Caller, message: unknown): void {
  const { method, params }: { method?: unknown; params?: unknown } = Object(message)
  const { name }: { name?: unknown } = Object(params)
  const tool = method === 'tools/call' ? mcpTools.find((each) => each.name === name) : undefined
  const missing = tool?.permissions.find((permission) => !mayDo(caller, permission))
  if (missing === undefined) return
  try {
    requirePermission(caller, missing)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const scope = tool?.permissions.join(' ') ?? ''
    throw new ApiError(error.code, error.message, {
      headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    })
  }
}

/** JSON-RPC error codes: invalid request, and any other server error. */
const rpcCodes = { invalidRequest: -32_600, server: -32_000 } as const

/** Sends an error as JSON-RPC, with the API error in its data. */
function sendError(response: Response, { code, message, headers }: ApiError, publicUrl: string): void {
  response
    .status(apiErrors[code].status)
    .set(headers)
    .json({
      jsonrpc: '2.0',
      id: null,
      error: {
        code: code === 'INVALID_REQUEST' ? rpcCodes.invalidRequest : rpcCodes.server,
        message,
        data: { code, docUrl: `${publicUrl}/docs/errors#${code}`, requestId: String(response.locals.requestId) },
      },
    })
}
