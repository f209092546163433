import type { VersionOrder } from './version-order.ts'

/**
 * Wraps a version order so that each version string is parsed only once. The cache never evicts entries, so use it only
 * for a limited number of strings.
 */
export function rememberingOrder<Version>(order: VersionOrder<Version>): VersionOrder<Version> {
  const versions = new Map<string, Version | undefined>()
  const keys = new Map<Version, string>()
  return {
    parse(text) {
      const known = versions.get(text)
      if (known !== undefined || versions.has(text)) return known
      const version = order.parse(text)
      versions.set(text, version)
      return version
    },
    compare: (a, b) => order.compare(a, b),
    sortKey(version) {
      const known = keys.get(version)
      if (known !== undefined) return known
      const key = order.sortKey(version)
      keys.set(version, key)
      return key
    },
  }
}
