import type { ScannedVersion } from '../../db/registry/versions.ts'
import { versionOrderOf } from '../../../engine/advisories/version-order/catalogue.ts'
import { visibleText } from '../visible-text.ts'

/** Version behind a server's score. */
export interface ShownVersion {
  readonly sourceType: 'npm' | 'pypi' | 'git'
  readonly version: string | null
  readonly securityScore: number | null
}

/**
 * Matches prereleases, which package managers install only by explicit version. Does not match PyPI's `post` releases.
 */
const preRelease = /-|a|b|c|dev/i

/** Number of commit characters to display. */
const commitCharacters = 12

/**
 * Returns a function that compares a version with the server's; the result is negative for an earlier version. Returns
 * undefined for commits, which have no order, and for strings that are not versions.
 */
function comparison({ sourceType, version }: ShownVersion): ((other: string) => number | undefined) | undefined {
  if (sourceType === 'git' || version === null) return undefined
  const order = versionOrderOf(sourceType === 'npm' ? 'npm' : 'PyPI')
  const own = order.parse(version)
  if (own === undefined) return undefined
  return (text) => {
    const other = order.parse(text)
    return other === undefined ? undefined : order.compare(other, own)
  }
}

/** Reports whether `version` is newer than the server's. False if they have no order. */
export function isNewer(server: ShownVersion, version: string): boolean {
  return (comparison(server)?.(version) ?? 0) > 0
}

/** Reports whether `version` is earlier than the server's. False if they have no order. */
export function isEarlier(server: ShownVersion, version: string): boolean {
  return (comparison(server)?.(version) ?? 0) < 0
}

/**
 * Returns the current version's scan if the version is newer than the server's and has a better score. Other newer
 * versions are not considered: they can be withdrawn, and new advisories do not update their results.
 */
export function betterCurrentVersion(
  server: ShownVersion,
  versions: readonly ScannedVersion[],
  current: string | undefined,
): ScannedVersion | undefined {
  if (current === undefined || !isNewer(server, current)) return undefined
  return versions.find(({ version, results }) => version === current && isBetter(server, results))
}

/**
 * Returns the earlier version with the best grade if its score is better, or undefined otherwise. Ignores prereleases.
 */
export function betterEarlierVersion(
  server: ShownVersion,
  versions: readonly ScannedVersion[],
): ScannedVersion | undefined {
  const compare = comparison(server)
  if (!compare) return undefined
  const [best] = versions
    .filter(
      ({ version, results }) =>
        !preRelease.test(version.split('+', 1)[0] ?? '') && (compare(version) ?? 0) < 0 && isBetter(server, results),
    )
    .toSorted(
      (one, other) =>
        other.results.securityScore - one.results.securityScore ||
        (compare(other.version) ?? 0) - (compare(one.version) ?? 0),
    )
  return best
}

const isBetter = ({ securityScore }: ShownVersion, results: ScannedVersion['results']) =>
  securityScore !== null && results.securityScore > securityScore

/** Returns a version for display. Shortens commits. */
export function versionText(version: string, maxCharacters = 60): string {
  return /^[0-9a-f]{40}$/.test(version) ? version.slice(0, commitCharacters) : visibleText(version, maxCharacters)
}
