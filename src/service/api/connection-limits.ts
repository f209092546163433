/** Limits on pipelined requests of one connection. Clients that pipeline send only a few requests. */
export const connectionLimits = {
  /** Maximum number of requests that are served at the same time. */
  maxConcurrentRequests: 16,
  /** Maximum number of requests in the queue. */
  maxWaitingRequests: 500,
} as const
