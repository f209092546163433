import type { VersionOrder } from './version-order/version-order.ts'

/** Prerelease marks of npm and PyPI versions. */
const prerelease =
  /\d[-._]?(?:a|b|c|rc|alpha|beta|pre|preview|dev|canary|next|nightly|snapshot)[-._]?\d*|^\d+\.\d+\.\d+-/i

/**
 * Returns the highest affected version below a fixed version, which is the version that the fix was made for. Prefers
 * stable versions, and returns a prerelease only if no stable version is affected. Undefined if no affected version is
 * published.
 */
export function lastAffectedVersion(
  versions: Iterable<string>,
  isAffected: (version: string) => boolean,
  fixed: string,
  order: VersionOrder,
): string | undefined {
  const limit = order.parse(fixed)
  if (limit === undefined) return undefined
  let [stable, unstable]: [Candidate | undefined, Candidate | undefined] = [undefined, undefined]
  for (const text of versions) {
    const version = order.parse(text)
    if (version === undefined || order.compare(version, limit) >= 0 || !isAffected(text)) continue
    const isPrerelease = prerelease.test(text)
    const best = isPrerelease ? unstable : stable
    if (best && order.compare(version, best.version) <= 0) continue
    if (isPrerelease) unstable = { text, version }
    else stable = { text, version }
  }
  return (stable ?? unstable)?.text
}

interface Candidate {
  readonly text: string
  readonly version: unknown
}
