import type { AffectedVersions, VersionEvent, VersionRange } from './affected-versions.ts'
import type { VersionOrder } from './version-order/version-order.ts'

/** The version in question, read once; `version` and `key` are undefined when the ecosystem cannot read the text. */
export interface InstalledVersion {
  readonly text: string
  readonly version: unknown
  readonly key: string | undefined
}

export function readInstalledVersion(text: string, order: VersionOrder): InstalledVersion {
  const version = order.parse(text)
  return { text, version, key: version === undefined ? undefined : order.sortKey(version) }
}

/**
 * The truth of matching, which `AffectedEntry` answers faster:
 * whether an entry of an advisory is about a version, as production osv.dev decides: listed versions
 * by parsed equality, then the ranges, each by the last event at or below the version. Several
 * entries of one advisory are alternatives: any of them suffices.
 */
export function isAffected(versions: AffectedVersions, installed: InstalledVersion, order: VersionOrder): boolean {
  return (
    isListed(versions, installed, order) ||
    versions.ranges.some((range) => !range.unknownUpperBound && isInRange(range, installed, order))
  )
}

/** Whether the answer hangs on a range of which nobody knows the end: it might be yes. */
export function isUndecided(versions: AffectedVersions, installed: InstalledVersion, order: VersionOrder): boolean {
  return (
    !isAffected(versions, installed, order) &&
    versions.ranges.some((range) => range.unknownUpperBound && isInRange(range, installed, order))
  )
}

function isListed({ listed }: AffectedVersions, { text, version }: InstalledVersion, order: VersionOrder): boolean {
  if (listed.has(text)) return true
  return (
    version !== undefined &&
    [...listed].some((other) => {
      const candidate = order.parse(other)
      return candidate !== undefined && order.compare(candidate, version) === 0
    })
  )
}

/** Also of a range of which nobody knows the end. */
export function isInRange(
  { events }: VersionRange,
  { version }: Pick<InstalledVersion, 'version'>,
  order: VersionOrder,
): boolean {
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
