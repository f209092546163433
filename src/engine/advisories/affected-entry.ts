import { type AffectedVersions, readAffectedVersions, type VersionRange } from './affected-versions.ts'
import { affectedIntervals, holdsKey, type Intervals } from './intervals.ts'
import { type InstalledVersion, isInRange } from './is-affected.ts'
import type { OsvAffected } from './osv-record.ts'
import type { VersionOrder } from './version-order/version-order.ts'

/** `affected` entry of an advisory, prepared for many queries. Produces the same results as `isAffected`. */
export interface AffectedEntry {
  readonly intervals: Intervals
  /** Listed versions that do not follow the ecosystem's version syntax. They are compared as literal strings. */
  readonly unreadable: ReadonlySet<string>
  /** True if a range has no bounds, so the entry covers every version. */
  readonly holdsEverything: boolean
  readonly fixes: readonly { readonly text: string; readonly key: string }[]
  /** Ranges whose end is unknown. */
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

/** Reports whether the entry contains the version. */
export function holds(entry: AffectedEntry, { text, key }: Pick<InstalledVersion, 'text' | 'key'>): boolean {
  return key === undefined ? entry.holdsEverything || entry.unreadable.has(text) : holdsKey(entry.intervals, key)
}

/**
 * Reports whether the version may be affected although the entry does not contain it, because it is in a range whose
 * end is unknown.
 */
export function mightHold({ openRanges }: AffectedEntry, installed: InstalledVersion, order: VersionOrder): boolean {
  return openRanges.some((range) => isInRange(range, installed, order))
}

/**
 * Returns the lowest published fix above the installed version, from the entries that contain that version. Skips fixes
 * that the advisory itself lists as affected. Returns undefined if there is no fix.
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
