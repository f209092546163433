import semver from 'semver'
import { ScanFailure } from '../../model/failure.ts'
import type { NpmTarget } from '../../model/target.ts'
import type { NpmPackument } from '../package-registries/npm-packument.ts'
import { pickNpmVersion } from '../package-registries/pick-npm-version.ts'
import { lookupFailure } from '../lookup-failure.ts'
import { nearbyVersions } from '../nearby-versions.ts'
import { shownText } from '../shown-text.ts'
import type { NpmReach, ResolvedNpmSource } from '../source.ts'
import { npmPageUrl } from './npm-page-url.ts'

/** Resolves a target to the version that `npm install NAME@SELECTOR` would install. */
export async function resolveNpmPackage(
  { npmRegistry, signal }: NpmReach,
  { name, selector }: NpmTarget,
): Promise<ResolvedNpmSource> {
  const lookup = await npmRegistry.publication(name, signal)
  if (lookup.status !== 'found') throw lookupFailure(`The npm package ${name}`, lookup, 'the npm registry')
  const { packument } = lookup
  if (Object.keys(packument.versions).length === 0) {
    throw new ScanFailure(
      'SOURCE_NOT_FOUND',
      `The npm package ${name} has no versions${packument.unpublished ? ': it was unpublished' : ''}.`,
    )
  }
  const manifest = pickNpmVersion(packument, selector)
  if (manifest === undefined)
    throw new ScanFailure(
      'SOURCE_NOT_FOUND',
      `The npm package ${name} has no version "${shownText(selector)}"; ${describeWhatExists(packument, selector)}.`,
    )
  return {
    type: 'npm',
    canonicalUrl: npmPageUrl(name),
    revision: manifest.version,
    manifest,
    release: lookup.releaseOf(manifest.version),
    versions: Object.keys(packument.versions).length,
  }
}

/** Maximum number of tags in a message. */
const maxTags = 5

/** Suggests versions and tags for a mistyped selector. */
function describeWhatExists({ distTags, versions }: NpmPackument, selector: string): string {
  const tags = Object.entries(distTags).filter(([, version]) => version in versions)
  const tagged = tags.slice(0, maxTags).map(([tag, version]) => `${shownText(tag)} is ${version}`)
  const named = new Set(tags.slice(0, maxTags).map(([, version]) => version))
  const near = nearestVersions(Object.keys(versions), selector).filter((version) => !named.has(version))
  return [...tagged, ...nearbyVersions(near)].join(', ') || 'it has other versions'
}

/**
 * Returns the highest version below a selector and the lowest version above it. The selector must be or start with a
 * version.
 */
function nearestVersions(versions: readonly string[], selector: string): string[] {
  const asked = semver.coerce(selector, { includePrerelease: true })
  if (asked === null) return []
  const sorted = versions
    .filter((version) => semver.valid(version, true) !== null)
    .sort((a, b) => semver.compare(a, b, true))
  const below = sorted.findLast((version) => semver.lt(version, asked, true))
  const above = sorted.find((version) => semver.gt(version, asked, true))
  return [below, above].filter((version) => version !== undefined)
}
