/** Limits on pipelined requests of one connection. Clients that pipeline send only a few requests. */
export const connectionLimits = {
  /** Maximum number of concurrent requests. */
  maxConcurrentRequests: 16,
  /** Maximum number of queued requests. */
  maxWaitingRequests: 500,
} as const
