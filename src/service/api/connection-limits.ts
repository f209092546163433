/** Limits on pipelined requests per connection. Clients that pipeline send only a few requests. */
export const connectionLimits = {
  /** Maximum number of requests served concurrently. */
  maxConcurrentRequests: 16,
  /** Maximum number of queued requests. */
  maxWaitingRequests: 500,
} as const
