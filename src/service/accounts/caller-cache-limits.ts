/** Limits on the cache of verified callers. */
export const callerCacheLimits = {
  /** Maximum number of cached callers. */
  maxCallers: 10_000,
  /** Maximum age of an entry. Matters only if the connection that listens for changes died unnoticed. */
  maxAgeMs: 10_000,
} as const
