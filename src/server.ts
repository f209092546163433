import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import type { Logger } from 'pino'
import { createRateLimiter } from './accounts/rate-limiter.ts'
import { errorReference } from './api/error-reference.ts'
import { readinessOf, type ReadinessContext } from './api/readiness.ts'
import { apiRouter, type ApiRouterContext, newRequestId } from './api/router.ts'
import type { TrustedProxies } from './api/trusted-proxies.ts'

/** A server that listens. */
export interface WebServer extends AsyncDisposable {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  readonly address: string
  /** HOST is a wildcard. */
  readonly isOpenToNetwork: boolean
}

type WebContext = ApiRouterContext & ReadinessContext

export interface WebOptions {
  readonly host: string
  readonly port: number
  /** Told to callers instead of the address; absent: the address. */
  readonly publicUrl: string | undefined
  /** Absent: none. */
  readonly trustedProxies?: TrustedProxies | undefined
  /** The clock of the rate limits; absent: the machine's. */
  readonly now?: () => Date
}

/** Starts to serve every door that speaks HTTP. Rejects with a readable message when the address is taken. */
export async function startWebServer(context: Omit<WebContext, 'publicUrl' | 'limiter' | 'now'>, options: WebOptions): Promise<WebServer> {
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 5_000 })
  const address = await listen(server, options)
  const now = options.now ?? (() => new Date())
  const limiter = createRateLimiter({ db: context.db, now })
  server.on('request', webApplication({ ...context, limiter, now, publicUrl: options.publicUrl ?? address }, options.trustedProxies))
  return {
    address,
    isOpenToNetwork: isWildcard(options.host),
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      setTimeout(() => server.closeAllConnections(), 10_000).unref()
      await closed
      await limiter[Symbol.asyncDispose]()
    },
  }
}

/** The Express application with everything that is mounted on it. */
export function webApplication(context: WebContext, trustedProxies: TrustedProxies = 0): express.Express {
  const app = express()
  app.set('trust proxy', typeof trustedProxies === 'number' ? trustedProxies : [...trustedProxies])
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.use((request, response, next) => {
    const requestId = newRequestId()
    const startedAt = performance.now()
    response.locals.requestId = requestId
    response.set({ 'X-Request-Id': requestId, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' })
    response.on('finish', () => logRequest(context.log, { method: request.method, path: request.path, status: response.statusCode, requestId, startedAt, key: response.locals.caller?.keyPrefix }))
    next()
  })
  app.get('/docs/errors', (_request, response) => {
    response.type('text/markdown').send(errorReference())
  })
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' })
  })
  app.get('/readyz', async (_request, response) => {
    const { ready, ...readiness } = await readinessOf(context)
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'unavailable', ...readiness })
  })
  app.use(apiRouter(context))
  return app
}

interface RequestEntry {
  readonly method: string
  /** Without the query: that may hold anything. */
  readonly path: string
  readonly status: number
  readonly requestId: string
  readonly startedAt: number
  readonly key: string | undefined
}

function logRequest(log: Logger, { startedAt, ...entry }: RequestEntry): void {
  log[entry.status >= 500 ? 'error' : 'info']({ ...entry, durationMs: Math.round(performance.now() - startedAt) }, 'request')
}

async function listen(server: Server, { host, port }: WebOptions): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)))
    server.listen(port, host, resolve)
  })
  const bound = server.address() as AddressInfo
  // A wildcard address is where the server listens, not where anybody can go.
  const shown = isWildcard(host) ? '127.0.0.1' : host
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${bound.port}`
}

const isWildcard = (host: string) => host === '0.0.0.0' || host === '::'

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') return new Error(`Port ${port} of ${host} is taken by another program. Set PORT to another one, or to 0 for any free one.`, { cause: error })
  if (error.code === 'EACCES') return new Error(`This user may not listen on port ${port}. Set PORT to one above 1023.`, { cause: error })
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return new Error(`HOST ${host} is not an address of this machine.`, { cause: error })
  return error
}
