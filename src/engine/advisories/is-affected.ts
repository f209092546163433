import type { AffectedVersions, VersionEvent, VersionRange } from './affected-versions.ts'
import type { VersionOrder } from './version-order/version-order.ts'

/** The version in question, parsed once. `version` and `key` are undefined if the ecosystem cannot parse the text. */
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
 * The reference for matching, which `AffectedEntry` computes faster: whether an entry of an advisory affects a version,
 * as production osv.dev decides. Listed versions are compared for parsed equality, then each range decides by its last
 * event at or below the version. Several entries of one advisory are alternatives: any of them is sufficient.
 */
export function isAffected(versions: AffectedVersions, installed: InstalledVersion, order: VersionOrder): boolean {
  return (
    isListed(versions, installed, order) ||
    versions.ranges.some((range) => !range.unknownUpperBound && isInRange(range, installed, order))
  )
}

/** Whether the result depends on a range with an unknown end, so that the version may be affected. */
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

/** Also for a range with an unknown end. */
export function isInRange(
  { events }: VersionRange,
  { version }: Pick<InstalledVersion, 'version'>,
  order: VersionOrder,
): boolean {
  // The position of an invalid version is unknown, so only a range of all versions certainly contains it.
  if (version === undefined) return events.length > 0 && events.every((event) => event.version === undefined)
  let affected = false
  for (const event of events) {
    if (hasHappened(event, version, order)) affected = event.kind === 'introduced'
  }
  return affected
}

/** The version in `last_affected` is still vulnerable, and those in `fixed` and `limit` are not. */
function hasHappened(event: VersionEvent, version: unknown, order: VersionOrder): boolean {
  if (event.version === undefined) return true
  const difference = order.compare(version, event.version)
  return event.kind === 'last_affected' ? difference > 0 : difference >= 0
}
