import { compareVersions, isVersion } from './comparable-version.ts'

/** A version interval. An absent bound is unbounded. */
interface VersionRange {
  readonly lower?: string
  readonly upper?: string
  readonly isLowerIncluded: boolean
  readonly isUpperIncluded: boolean
}

/** Alternative ranges. A version satisfies them if it is in at least one of them. */
export type VersionRanges = readonly VersionRange[]

const maxRanges = 50

/**
 * Parses Maven version ranges such as `[1.0,2.0)` and `(,1.0],[1.2,)`. Returns undefined for invalid ranges and for a
 * plain version, which is only a preference. See
 * https://maven.apache.org/pom.html#dependency-version-requirement-specification
 */
export function parseRanges(text: string): VersionRanges | undefined {
  const ranges: VersionRange[] = []
  const compact = text.replaceAll(/\s+/g, '')
  const pattern = /([[(])([^,[\]()]*)(?:(,)([^,[\]()]*))?([\])])(?:,(?=[[(])|$)/y
  while (pattern.lastIndex < compact.length) {
    const [, start, lower = '', comma, upper = '', end] = pattern.exec(compact) ?? []
    if (start === undefined || ranges.length >= maxRanges) return undefined
    const last = comma === undefined ? lower : upper
    ranges.push({
      ...(lower !== '' && { lower }),
      ...(last !== '' && { upper: last }),
      isLowerIncluded: start === '[',
      isUpperIncluded: end === ']',
    })
  }
  return ranges.length === 0 ? undefined : ranges
}

/** Reports whether a version is in one of the ranges. Returns false if the version cannot be ordered. */
export function allowsVersion(ranges: VersionRanges, version: string): boolean {
  return ranges.some(({ lower, upper, isLowerIncluded, isUpperIncluded }) => {
    const fromLower = lower === undefined ? 1 : compareVersions(version, lower)
    const fromUpper = upper === undefined ? -1 : compareVersions(version, upper)
    return (
      (fromLower > 0 || (fromLower === 0 && isLowerIncluded)) && (fromUpper < 0 || (fromUpper === 0 && isUpperIncluded))
    )
  })
}

/** Returns the only version that the ranges allow, as in `[1.0]`, or undefined if they allow several. */
export function onlyVersion([first, ...others]: VersionRanges): string | undefined {
  return first?.lower !== undefined && first.lower === first.upper && others.length === 0 ? first.lower : undefined
}

/** Returns the highest version. Versions that cannot be ordered sort last. */
export function highestVersion(versions: Iterable<string>): string | undefined {
  let highest: string | undefined
  for (const version of versions)
    if (isVersion(version) && (highest === undefined || compareVersions(version, highest) > 0)) highest = version
  return highest
}
