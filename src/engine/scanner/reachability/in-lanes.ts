import { reachabilityLimits } from './reachability-limits.ts'

/** Calls a function for each item, a few at a time, in order. Rejects with the first failure after all calls ended. */
export async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const lane = async () => {
    for (const item of waiting) await work(item)
  }
  const ends = await Promise.allSettled(Array.from({ length: reachabilityLimits.atOnce }, lane))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
