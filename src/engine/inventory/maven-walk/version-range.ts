import { compareVersions, isVersion } from './comparable-version.ts'

/** A range between two versions. An absent bound is open. */
interface VersionRange {
  readonly lower?: string
  readonly upper?: string
  readonly isLowerIncluded: boolean
  readonly isUpperIncluded: boolean
}

/** Alternatives. A version must be in one of them. */
export type VersionRanges = readonly VersionRange[]

const maxRanges = 50

/**
 * Maven's version ranges, such as `[1.0,2.0)` and `(,1.0],[1.2,)`. Undefined for a plain version, which is a
 * preference, and for invalid ranges. https://maven.apache.org/pom.html#dependency-version-requirement-specification
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

/** Whether a version is in one of the ranges. False for a version without an order. */
export function allowsVersion(ranges: VersionRanges, version: string): boolean {
  return ranges.some(({ lower, upper, isLowerIncluded, isUpperIncluded }) => {
    const fromLower = lower === undefined ? 1 : compareVersions(version, lower)
    const fromUpper = upper === undefined ? -1 : compareVersions(version, upper)
    return (
      (fromLower > 0 || (fromLower === 0 && isLowerIncluded)) && (fromUpper < 0 || (fromUpper === 0 && isUpperIncluded))
    )
  })
}

/** The single version that the ranges allow, such as `[1.0]`. */
export function onlyVersion([first, ...others]: VersionRanges): string | undefined {
  return first?.lower !== undefined && first.lower === first.upper && others.length === 0 ? first.lower : undefined
}

/** The highest version. Versions without an order come last. */
export function highestVersion(versions: Iterable<string>): string | undefined {
  let highest: string | undefined
  for (const version of versions)
    if (isVersion(version) && (highest === undefined || compareVersions(version, highest) > 0)) highest = version
  return highest
}
