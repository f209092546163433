/** Limits on the cache of callers with a verified key. */
export const callerCacheLimits = {
  /** Callers in the cache. */
  maxCallers: 10_000,
  /** Age of an entry. It matters only if the connection that listens for changes died without a sign. */
  maxAgeMs: 10_000,
} as const
