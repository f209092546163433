import { createServer, type Server } from 'node:http'

/** Time limits for receiving the headers and the complete request, in milliseconds. */
export interface Arrival {
  readonly headersTimeoutMs: number
  readonly totalTimeoutMs: number
}

/** Creates a server with time limits for receiving requests. Responses have no time limit. */
export function createHttpServer({ headersTimeoutMs, totalTimeoutMs }: Arrival): Server {
  // Node checks for late requests only every 30 s by default, so a shorter checking interval is set.
  return createServer({
    requestTimeout: totalTimeoutMs,
    headersTimeout: headersTimeoutMs,
    connectionsCheckingInterval: headersTimeoutMs / 10,
    keepAliveTimeout: 5_000,
  })
}
