import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { createRateLimiter } from '../accounts/rate-limiter.ts'
import { createSessions } from '../accounts/sessions.ts'
import { announceScanEndTo } from './announce-scan-end.ts'
import { errorReference } from '../api/error-reference.ts'
import { createHttpServer } from '../api/http-server.ts'
import { limitPipelining } from '../api/limit-pipelining.ts'
import { answerMalformedRequest } from '../api/malformed-request.ts'
import { readinessOf, type ReadinessContext } from '../api/readiness.ts'
import { newRequestId } from '../api/request-id.ts'
import { logWhenEnded } from '../api/request-log.ts'
import { type McpDependencies, mcpRouter } from '../api/mcp/mcp-router.ts'
import { mcpRegistryApiRouter } from '../api/mcp-registry/mcp-registry-api-router.ts'
import { receiptKeysRouter } from '../api/receipt-keys-router.ts'
import { apiRouter, type ApiRouterContext } from '../api/router.ts'
import { securityHeaders } from '../api/security-headers.ts'
import type { TrustedProxies } from '../../settings/trusted-proxies.ts'
import { createCallerChanges } from '../db/accounts/caller-changes.ts'
import { createNotifications } from '../db/notifications.ts'
import { primaryReads, type Reads } from '../db/replica/reads.ts'
import { createScanChanges } from '../db/scans/changes.ts'
import { requestLimits } from '../api/request-limits.ts'
import type { InstallPage } from '../github/app-page.ts'
import type { GitHubAppGateway } from '../github/github-app-gateway.ts'
import { githubRouter } from '../github/github-router.ts'
import { peopleAtGitHub } from '../github/people/people-at-github.ts'
import type { PeopleContext } from '../github/people/sign-in-place.ts'
import { isWildcard, servedAddress } from '../../engine/net/served-address.ts'
import { accountRouter } from '../pages/account/account-routes.ts'
import { badgeRouter } from '../pages/badge-router.ts'
import { type GitHubSetupContext, githubSetupRouter } from '../pages/github-setup-router.ts'
import { createPageCeiling } from '../pages/page-ceiling.ts'
import { pagesRouter } from '../pages/pages-router.ts'
import { unknownRouter } from '../pages/unknown-router.ts'

export interface WebServer extends AsyncDisposable {
  /** Server URL, such as `http://127.0.0.1:3000`. */
  readonly address: string
  /** True if HOST is a wildcard address. */
  readonly isOpenToNetwork: boolean
}

type WebContext = ApiRouterContext &
  ReadinessContext & {
    /** Undefined if no GitHub App is configured. */ readonly installPage?: InstallPage | undefined
    readonly githubDoor: GitHubAppGateway
    /** Undefined if the MCP server is disabled. */ readonly mcp?: McpDependencies
    /** Undefined if the setup pages are disabled. */ readonly githubSetup?: GitHubSetupContext
    /** Undefined if sign-in with GitHub is disabled. */ readonly gitHubSignIn?: PeopleContext | undefined
  }

export interface WebOptions {
  readonly host: string
  readonly port: number
  /** URL to show to clients. Defaults to the listening address. */
  readonly publicUrl: string | undefined
  /** Trusted proxies. None by default. */
  readonly trustedProxies?: TrustedProxies | undefined
  /** Clock for the rate limits. Defaults to the system clock. */
  readonly now?: () => Date
}

/** Starts the HTTP server with all routes. Rejects with a readable message if the address is in use. */
export async function startWebServer(
  context: Omit<
    WebContext,
    'publicUrl' | 'limiter' | 'now' | 'scanChanges' | 'callerChanges' | 'sessions' | 'announceScanEnd' | 'reads'
  > & { /** Default: all reads use the primary. */ readonly reads?: Reads | undefined },
  options: WebOptions,
): Promise<WebServer> {
  const server = createHttpServer(requestLimits)
  const address = await listen(server, options)
  const now = options.now ?? (() => new Date())
  const limiter = createRateLimiter({ db: context.db, now })
  const notifications = createNotifications(context.db)
  const scanChanges = createScanChanges(notifications)
  const callerChanges = createCallerChanges(context.db, notifications)
  const sessions = createSessions({
    ...context,
    now,
    gitHubPeople: context.gitHubSignIn && peopleAtGitHub({ ...context.gitHubSignIn, db: context.db }),
  })
  const publicUrl = options.publicUrl ?? address
  server.on(
    'request',
    limitPipelining(
      webApplication(
        {
          ...context,
          reads: context.reads ?? primaryReads(context.db),
          limiter,
          now,
          scanChanges,
          callerChanges,
          sessions,
          publicUrl,
          announceScanEnd: announceScanEndTo({ queue: context.queue, publicUrl }),
        },
        options.trustedProxies,
      ),
    ),
  )
  server.on('clientError', (error, socket) => answerMalformedRequest({ log: context.log, publicUrl }, error, socket))
  return {
    address,
    isOpenToNetwork: isWildcard(options.host),
    async [Symbol.asyncDispose]() {
      // Requests that wait for a scan are answered now. Clients can repeat them after the restart.
      scanChanges.stop()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      setTimeout(() => server.closeAllConnections(), 10_000).unref()
      await closed
      await notifications[Symbol.asyncDispose]()
      // Permits that are not returned count as used until their windows end. A failure must not prevent the service
      // from stopping.
      await limiter[Symbol.asyncDispose]().catch((error: unknown) =>
        context.log.warn({ err: error }, 'unused rate limit permits not returned'),
      )
    },
  }
}

/** Returns the Express application with all routes. */
export function webApplication(context: WebContext, trustedProxies: TrustedProxies = 0): express.Express {
  const app = express()
  app.set('trust proxy', typeof trustedProxies === 'number' ? trustedProxies : [...trustedProxies])
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  const headersOfAll = new Map(securityHeaders(context.publicUrl))
  app.use((request, response, next) => {
    const requestId = newRequestId()
    response.locals.requestId = requestId
    response.setHeader('X-Request-Id', requestId).setHeader('Cache-Control', 'no-store')
    response.setHeaders(headersOfAll)
    logWhenEnded(context.log, request, response)
    next()
  })
  app.get('/docs/errors', (request, response, next) => {
    response.vary('Accept')
    // Browsers get a page. Clients that accept any type are treated as programs.
    if (request.accepts(['text/markdown', 'html']) === 'html') return next()
    response.type('text/markdown').send(errorReference())
  })
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' })
  })
  const { reads: _reads, ...shown } = context
  app.get('/readyz', async (_request, response) => {
    // The states of the sandbox and of the replica are shown only to the operator, on the metrics port.
    const { ready, isolation: _isolation, ...readiness } = await readinessOf(shown)
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'unavailable', ...readiness })
  })
  if (context.githubSetup) app.use(githubSetupRouter({ ...context, ...context.githubSetup }))
  app.use(badgeRouter(context))
  app.use(receiptKeysRouter(context))
  app.use(pagesRouter(context))
  if (context.sessions) app.use(accountRouter({ ...context, sessions: context.sessions, ceiling: createPageCeiling() }))
  app.use(githubRouter({ door: context.githubDoor }))
  if (context.mcp) app.use(mcpRouter({ ...context, ...context.mcp }))
  app.use(mcpRegistryApiRouter(context))
  app.use(unknownRouter(context))
  app.use(apiRouter(context))
  return app
}

async function listen(server: Server, { host, port }: WebOptions): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)))
    server.listen(port, host, resolve)
  })
  const bound = server.address() as AddressInfo
  return servedAddress(host, bound.port)
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(
      `Port ${port} of ${host} is in use by another program. Set PORT to another port, or to 0 for any free port.`,
      { cause: error },
    )
  if (error.code === 'EACCES')
    return new Error(`This user has no permission to listen on port ${port}. Set PORT to a port above 1023.`, {
      cause: error,
    })
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Error(`HOST ${host} is not an address of this machine.`, { cause: error })
  return error
}
