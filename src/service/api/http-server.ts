import { createServer, type Server } from 'node:http'

/** How long the headers of a request, and all of it, may take to arrive, in milliseconds. */
export interface Arrival {
  readonly headersTimeoutMs: number
  readonly totalTimeoutMs: number
}

/** A server that does not wait for ever for requests; answers may take as long as they need. */
export function createHttpServer({ headersTimeoutMs, totalTimeoutMs }: Arrival): Server {
  // Node looks for late requests only so often: by default every 30 s.
  return createServer({
    requestTimeout: totalTimeoutMs,
    headersTimeout: headersTimeoutMs,
    connectionsCheckingInterval: headersTimeoutMs / 10,
    keepAliveTimeout: 5_000,
  })
}
