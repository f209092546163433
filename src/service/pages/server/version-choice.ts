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

/**
 * Returns the best graded version that is newer than that of the server, or the best graded earlier one. Undefined if
 * none has a better score. Pre-releases are ignored.
 */
export function betterVersion(
  server: ShownVersion,
  versions: readonly ScannedVersion[],
  direction: 'newer' | 'earlier',
): ScannedVersion | undefined {
  const compare = comparison(server)
  const { securityScore } = server
  if (!compare || securityScore === null) return undefined
  const sign = direction === 'newer' ? 1 : -1
  const [best] = versions
    .filter(
      ({ version, results }) =>
        !preRelease.test(version.split('+', 1)[0] ?? '') &&
        (compare(version) ?? 0) * sign > 0 &&
        results.securityScore > securityScore,
    )
    .toSorted(
      (one, other) =>
        other.results.securityScore - one.results.securityScore ||
        (compare(other.version) ?? 0) - (compare(one.version) ?? 0),
    )
  return best
}

/** Returns a version as pages show it. Commits are shortened. */
export function versionText(version: string, maxCharacters = 60): string {
  return /^[0-9a-f]{40}$/.test(version) ? version.slice(0, commitCharacters) : visibleText(version, maxCharacters)
}
