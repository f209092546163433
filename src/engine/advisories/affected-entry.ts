import { type AffectedVersions, readAffectedVersions, type VersionRange } from './affected-versions.ts'
import { affectedIntervals, holdsKey, type Intervals } from './intervals.ts'
import { type InstalledVersion, isInRange } from './is-affected.ts'
import type { OsvAffected } from './osv-record.ts'
import type { VersionOrder } from './version-order/version-order.ts'

/** An `affected` entry of an advisory, made ready to be asked often. It answers as `isAffected` does. */
export interface AffectedEntry {
  readonly intervals: Intervals
  /** Listed texts that are no versions in the ecosystem: they stand for themselves. */
  readonly unreadable: ReadonlySet<string>
  /** Some range has no bounds at all. */
  readonly holdsEverything: boolean
  readonly fixes: readonly { readonly text: string; readonly key: string }[]
  /** Ranges of which nobody knows the end. */
  readonly openRanges: readonly VersionRange[]
}

export function readAffectedEntry(entry: OsvAffected, order: VersionOrder): AffectedEntry {
  return compileEntry(readAffectedVersions(entry, order), order)
}

export function compileEntry(versions: AffectedVersions, order: VersionOrder): AffectedEntry {
  const { listed, ranges } = versions
  const intervals = affectedIntervals(versions, order)
  const fixes = ranges
    .flatMap(({ events }) => events)
    .flatMap(({ kind, text, version }) => (kind === 'fixed' ? [{ text, key: order.sortKey(version) }] : []))
  return {
    intervals,
    unreadable: new Set([...listed].filter((text) => order.parse(text) === undefined)),
    holdsEverything: ranges.some(
      (range) => !range.unknownUpperBound && isInRange(range, { version: undefined }, order),
    ),
    fixes,
    openRanges: ranges.filter(({ unknownUpperBound }) => unknownUpperBound),
  }
}

/** Whether the entry is about the version. */
export function holds(entry: AffectedEntry, { text, key }: Pick<InstalledVersion, 'text' | 'key'>): boolean {
  return key === undefined ? entry.holdsEverything || entry.unreadable.has(text) : holdsKey(entry.intervals, key)
}

/** Whether the entry, which does not hold the version, might: it stands in a range without a known end. */
export function mightHold({ openRanges }: AffectedEntry, installed: InstalledVersion, order: VersionOrder): boolean {
  return openRanges.some((range) => isInRange(range, installed, order))
}

/**
 * The smallest published fix above the installed version in the entries that hold it, of those that
 * the advisory itself does not call affected again; undefined when there is none.
 */
export function smallestFix(
  entries: readonly AffectedEntry[],
  installed: InstalledVersion,
): { readonly text: string; readonly key: string } | undefined {
  const { key } = installed
  if (key === undefined) return undefined
  return entries
    .filter((entry) => holds(entry, installed))
    .flatMap(({ fixes }) => fixes)
    .filter((fix) => fix.key > key)
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .find((fix) => !entries.some(({ intervals }) => holdsKey(intervals, fix.key)))
}
