import { LRUCache } from 'lru-cache'
import { pageLimits } from './page-limits.ts'

/** Limits how many pages each network can request from this process. */
export interface PageCeiling {
  /**
   * Returns the number of seconds to wait, or 0 if the request is allowed. `now` is in milliseconds of a monotonic
   * clock.
   */
  take(network: string, now: number): number
}

/**
 * Creates a token bucket per network. A network that requests fewer than `maxPagesPerSecond` pages is never limited.
 */
export function createPageCeiling(
  {
    maxPagesPerSecond,
    maxBurstPages,
    maxNetworks,
  }: { maxPagesPerSecond: number; maxBurstPages: number; maxNetworks: number } = pageLimits.ceiling,
): PageCeiling {
  const buckets = new LRUCache<string, { left: number; at: number }>({ max: maxNetworks })
  return {
    take(network, now) {
      const bucket = buckets.get(network) ?? { left: maxBurstPages, at: now }
      bucket.left = Math.min(maxBurstPages, bucket.left + ((now - bucket.at) / 1_000) * maxPagesPerSecond)
      bucket.at = now
      buckets.set(network, bucket)
      if (bucket.left < 1) return Math.max(1, Math.ceil((1 - bucket.left) / maxPagesPerSecond))
      bucket.left -= 1
      return 0
    },
  }
}
