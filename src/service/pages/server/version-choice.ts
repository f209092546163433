import type { ScannedVersion } from '../../db/registry/versions.ts'
import { versionOrderOf } from '../../../engine/advisories/version-order/catalogue.ts'
import { visibleText } from '../visible-text.ts'

/** The version that a server is scored by. */
export interface ShownVersion {
  readonly sourceType: 'npm' | 'pypi' | 'git'
  readonly version: string | null
  readonly securityScore: number | null
}

/** Releases that package managers do not install unless they are named. `post` releases of PyPI are not among them. */
const preRelease = /-|a|b|c|dev/i

/** Characters of a commit that identify it to people. */
const commitCharacters = 12

/**
 * Returns a function that compares a version with that of the server: negative for an earlier one. Undefined for
 * commits, which have no order, and for text that is not a version.
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

/** Returns whether `version` is newer than that of the server. False if they have no order. */
export function isNewer(server: ShownVersion, version: string): boolean {
  return (comparison(server)?.(version) ?? 0) > 0
}

/** Returns whether `version` is earlier than that of the server. False if they have no order. */
export function isEarlier(server: ShownVersion, version: string): boolean {
  return (comparison(server)?.(version) ?? 0) < 0
}

/**
 * Returns the scan of the current version if it is newer than that of the server and has a better score. Other newer
 * versions can be withdrawn, and new advisories do not change their results.
 */
export function betterCurrentVersion(
  server: ShownVersion,
  versions: readonly ScannedVersion[],
  current: string | undefined,
): ScannedVersion | undefined {
  if (current === undefined || !isNewer(server, current)) return undefined
  return versions.find(({ version, results }) => version === current && isBetter(server, results))
}

/** Returns the best graded earlier version with a better score. Undefined without one. Pre-releases are ignored. */
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

/** Returns a version as pages show it. Commits are shortened. */
export function versionText(version: string, maxCharacters = 60): string {
  return /^[0-9a-f]{40}$/.test(version) ? version.slice(0, commitCharacters) : visibleText(version, maxCharacters)
}
