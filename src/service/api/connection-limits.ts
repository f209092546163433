/** Limits on pipelined requests of one connection. Clients that use pipelining send a few requests. */
export const connectionLimits = {
  /** Requests that are served at the same time. */
  maxConcurrentRequests: 16,
  /** Further requests that may wait. */
  maxWaitingRequests: 500,
} as const
