import type { AffectedVersions, VersionRange } from './affected-versions.ts'
import type { VersionOrder } from './version-order/version-order.ts'

/**
 * Set of versions, stored as sort keys: alternating inclusive starts and exclusive ends, in ascending order. No key is
 * a prefix of another, so `<key>!` directly follows `<key>`.
 */
export type Intervals = readonly string[]

type Interval = readonly [from: string, to: string]

const beforeAll = ''
/** Sorts after all keys, which are printable ASCII and start with a digit. */
const afterAll = '~'
const justAfter = (key: string) => `${key}!`

/** Returns the versions that `isAffected` accepts: the listed versions and those within the ranges. */
export function affectedIntervals({ listed, ranges }: AffectedVersions, order: VersionOrder): Intervals {
  const intervals = ranges.flatMap((range) => (range.unknownUpperBound ? [] : rangeIntervals(range, order)))
  for (const text of listed) {
    const version = order.parse(text)
    if (version === undefined) continue
    const key = order.sortKey(version)
    intervals.push([key, justAfter(key)])
  }
  return union(intervals)
}

/** Reports whether the set contains a version. Uses binary search. */
export function holdsKey(intervals: Intervals, key: string): boolean {
  let low = 0
  let high = intervals.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((intervals[middle] ?? '') <= key) low = middle + 1
    else high = middle
  }
  // `low` is the number of bounds at or below the key. If it is odd, the last bound is a start.
  return low % 2 === 1
}

/**
 * Converts a range to intervals, event by event. If several events have the same version, the last one wins.
 * `last_affected` ends directly after its version.
 */
function rangeIntervals({ events }: VersionRange, order: VersionOrder): Interval[] {
  const intervals: Interval[] = []
  let since: string | undefined
  const turn = (affected: boolean, at: string) => {
    if (affected) since ??= at
    else if (since !== undefined) {
      intervals.push([since, at])
      since = undefined
    }
  }
  for (const [index, { kind, version }] of events.entries()) {
    const key = version === undefined ? beforeAll : order.sortKey(version)
    const next = events[index + 1]
    const isLastHere =
      next === undefined || (next.version === undefined ? beforeAll : order.sortKey(next.version)) !== key
    if (kind === 'last_affected') {
      // A fix or limit at the same version comes later in the list and also applies after the version.
      if (isLastHere) turn(false, justAfter(key))
    } else turn(kind === 'introduced', key)
  }
  if (since !== undefined) intervals.push([since, afterAll])
  return intervals
}

function union(intervals: readonly Interval[]): string[] {
  const bounds: string[] = []
  let end: string | undefined
  for (const [from, to] of [...intervals].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    if (from >= to) continue
    if (end === undefined || from > end) bounds.push(from, to)
    else if (to > end) bounds[bounds.length - 1] = to
    end = bounds.at(-1)
  }
  return bounds
}
