import { LRUCache } from 'lru-cache'
import { pageLimits } from './page-limits.ts'

/** How many pages one network may ask for in this process. */
export interface PageCeiling {
  /** Seconds after which to come back; 0: now. `now` in milliseconds of any clock that goes on. */
  take(network: string, now: number): number
}

/**
 * A bucket for each network, which fills again by itself: whoever asks for fewer than `maxPagesPerSecond` never finds
 * it empty.
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
