import { LRUCache } from 'lru-cache'
import { limits } from '../../engine/model/limits.ts'

/** How many pages one network may ask for in this process. */
export interface PageCeiling {
  /** Seconds after which to come back; 0: now. `now` in milliseconds of any clock that goes on. */
  take(network: string, now: number): number
}

/**
 * A bucket for each network, which fills again by itself: whoever asks for fewer than `aSecond` never finds it empty.
 */
export function createPageCeiling(
  { aSecond, atOnce, networks }: { aSecond: number; atOnce: number; networks: number } = limits.page.ceiling,
): PageCeiling {
  const buckets = new LRUCache<string, { left: number; at: number }>({ max: networks })
  return {
    take(network, now) {
      const bucket = buckets.get(network) ?? { left: atOnce, at: now }
      bucket.left = Math.min(atOnce, bucket.left + ((now - bucket.at) / 1_000) * aSecond)
      bucket.at = now
      buckets.set(network, bucket)
      if (bucket.left < 1) return Math.max(1, Math.ceil((1 - bucket.left) / aSecond))
      bucket.left -= 1
      return 0
    },
  }
}
