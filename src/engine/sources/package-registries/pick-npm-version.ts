import npa from 'npm-package-arg'
import pickManifest from 'npm-pick-manifest'
import semver from 'semver'
import type { NpmManifest, NpmPackument } from './npm-packument.ts'

/**
 * Node and npm versions used for selecting package versions, because npm prefers versions with matching `engines`. Node
 * is the running version. npm is the version that Assay's results are tested against.
 */
export const npmInstallation = { nodeVersion: process.version, npmVersion: '11.19.1' } as const

/**
 * Returns the version that npm selects for a version, range, or tag: `latest` if it satisfies the range, or else the
 * highest version that matches the engines and is not deprecated. Returns undefined if no version matches.
 */
export function pickNpmVersion(packument: NpmPackument, selector: string): NpmManifest | undefined {
  try {
    const picked = pickManifest(
      { name: packument.name, 'dist-tags': packument.distTags, versions: packument.versions },
      selector,
      npmInstallation,
    )
    // For a tag named `__proto__`, npm-pick-manifest returns Object.prototype.
    return packument.versions[picked.version] === picked ? picked : undefined
  } catch (error) {
    // ETARGET: no version matches. ENOVERSIONS: the package has no versions.
    if (error instanceof Error && 'code' in error && (error.code === 'ETARGET' || error.code === 'ENOVERSIONS'))
      return undefined
    throw error
  }
}

/**
 * Returns the highest of the preferred versions that satisfies a version, range, or tag. Any published version
 * satisfies a tag, because the tag may have moved. Returns undefined if no preferred version is published and
 * satisfies it.
 */
export function preferredVersion(
  { versions }: NpmPackument,
  selector: string,
  preferred: readonly string[],
): NpmManifest | undefined {
  const isTag = semver.validRange(selector, true) === null
  const [best] = preferred
    .filter((version) => Object.hasOwn(versions, version) && (isTag || semver.satisfies(version, selector, true)))
    .sort((a, b) => semver.rcompare(a, b, true))
  return best === undefined ? undefined : versions[best]
}

/** Reports whether npm would look up `selector` in a registry: a version, a range, or a tag. */
export function isRegistrySelector(name: string, selector: string): boolean {
  try {
    return ['version', 'range', 'tag'].includes(npa.resolve(name, selector).type)
  } catch {
    return false
  }
}

/**
 * Reports whether a registry can contain this name, under the current rules or those for old names such as
 * `JSONStream`.
 */
export function isNpmPackageName(name: string): boolean {
  return isRegistrySelector(name, '*')
}
