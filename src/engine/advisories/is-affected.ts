import type { AffectedVersions, VersionEvent, VersionRange } from './affected-versions.ts'
import type { VersionOrder } from './version-order/version-order.ts'

/** Version to check, parsed once. `version` and `key` are undefined if the ecosystem cannot parse the text. */
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
 * Reports whether an advisory entry affects a version, exactly like osv.dev in production. This is the reference
 * implementation; `AffectedEntry` is faster. Listed versions are compared after parsing. In each range, the last event
 * at or below the version decides. An advisory affects a version if any of its entries does.
 */
export function isAffected(versions: AffectedVersions, installed: InstalledVersion, order: VersionOrder): boolean {
  return (
    isListed(versions, installed, order) ||
    versions.ranges.some((range) => !range.unknownUpperBound && isInRange(range, installed, order))
  )
}

/** Reports whether the version may be affected because it is in a range whose end is unknown. */
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

/** Reports whether a range contains the version. Also accepts ranges whose end is unknown. */
export function isInRange(
  { events }: VersionRange,
  { version }: Pick<InstalledVersion, 'version'>,
  order: VersionOrder,
): boolean {
  // An invalid version cannot be ordered, so only a range that covers all versions certainly contains it.
  if (version === undefined) return events.length > 0 && events.every((event) => event.version === undefined)
  let affected = false
  for (const event of events) {
    if (hasHappened(event, version, order)) affected = event.kind === 'introduced'
  }
  return affected
}

/**
 * Reports whether an event applies to a version. A `last_affected` version is still vulnerable, but a `fixed` or
 * `limit` version is not.
 */
function hasHappened(event: VersionEvent, version: unknown, order: VersionOrder): boolean {
  if (event.version === undefined) return true
  const difference = order.compare(version, event.version)
  return event.kind === 'last_affected' ? difference > 0 : difference >= 0
}
