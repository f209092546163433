import type { AffectedVersions, VersionEvent, VersionRange } from './affected-versions.ts'
import type { VersionOrder } from './version-order/version-order.ts'

/** The version in question, read once; `version` is undefined when the ecosystem cannot read the text. */
export interface InstalledVersion {
  readonly text: string
  readonly version: unknown
}

export function readInstalledVersion(text: string, order: VersionOrder): InstalledVersion {
  return { text, version: order.parse(text) }
}

/**
 * Whether an entry of an advisory is about a version, as production osv.dev decides: listed versions
 * by parsed equality, then the ranges, each by the last event at or below the version. Several
 * entries of one advisory are alternatives: any of them suffices.
 */
export function isAffected(versions: AffectedVersions, installed: InstalledVersion, order: VersionOrder): boolean {
  return isListed(versions, installed, order) || versions.ranges.some((range) => !range.unknownUpperBound && isInRange(range, installed, order))
}

/** Whether the answer hangs on a range of which nobody knows the end: it might be yes. */
export function isUndecided(versions: AffectedVersions, installed: InstalledVersion, order: VersionOrder): boolean {
  return !isAffected(versions, installed, order) && versions.ranges.some((range) => range.unknownUpperBound && isInRange(range, installed, order))
}

/**
 * The smallest published fix above the installed version in the parts of the advisory that hold it,
 * of those that the advisory itself does not call affected again; undefined when there is none.
 */
export function smallestFix(entries: readonly AffectedVersions[], installed: InstalledVersion, order: VersionOrder): string | undefined {
  if (installed.version === undefined) return undefined
  return entries
    .flatMap((entry) => (isListed(entry, installed, order) ? entry.ranges : entry.ranges.filter((range) => isInRange(range, installed, order))))
    .flatMap((range) => range.events)
    .filter((event) => event.kind === 'fixed' && order.compare(event.version, installed.version) > 0)
    .sort((a, b) => order.compare(a.version, b.version))
    .find((event) => !entries.some((entry) => isAffected(entry, event, order)))?.text
}

function isListed({ listed, listedVersions }: AffectedVersions, { text, version }: InstalledVersion, order: VersionOrder): boolean {
  return listed.has(text) || (version !== undefined && listedVersions.some((candidate) => order.compare(candidate, version) === 0))
}

function isInRange({ events }: VersionRange, { version }: InstalledVersion, order: VersionOrder): boolean {
  // A version that cannot be read stands somewhere: only a range of all versions holds it for certain.
  if (version === undefined) return events.length > 0 && events.every((event) => event.version === undefined)
  let affected = false
  for (const event of events) {
    if (hasHappened(event, version, order)) affected = event.kind === 'introduced'
  }
  return affected
}

/** The version named by `last_affected` still has the flaw, the ones named by `fixed` and `limit` do not. */
function hasHappened(event: VersionEvent, version: unknown, order: VersionOrder): boolean {
  if (event.version === undefined) return true
  const difference = order.compare(version, event.version)
  return event.kind === 'last_affected' ? difference > 0 : difference >= 0
}
