import npa from 'npm-package-arg'
import pickManifest from 'npm-pick-manifest'
import type { NpmManifest, NpmPackument } from './npm-packument.ts'

/**
 * The installation that versions are picked for: npm prefers versions whose `engines` fit. Node is the
 * one that runs this; npm's version is the one whose choices this project is compared with.
 */
export const npmInstallation = { nodeVersion: process.version, npmVersion: '11.19.1' } as const

/**
 * The version that npm picks for a version, range or tag: `latest` when it satisfies, else the
 * highest that fits the engines and is not deprecated. Undefined when nothing satisfies.
 */
export function pickNpmVersion(packument: NpmPackument, selector: string): NpmManifest | undefined {
  try {
    const picked = pickManifest(
      { name: packument.name, 'dist-tags': packument.distTags, versions: packument.versions },
      selector,
      npmInstallation,
    )
    // A tag that leads to `__proto__` makes it return Object.prototype.
    return packument.versions[picked.version] === picked ? picked : undefined
  } catch (error) {
    // ETARGET: nothing satisfies. ENOVERSIONS: nothing is left of the package.
    if (error instanceof Error && 'code' in error && (error.code === 'ETARGET' || error.code === 'ENOVERSIONS'))
      return undefined
    throw error
  }
}

/** True when npm would look for `selector` in a registry: a version, a range or a tag. */
export function isRegistrySelector(name: string, selector: string): boolean {
  try {
    return ['version', 'range', 'tag'].includes(npa.resolve(name, selector).type)
  } catch {
    return false
  }
}

/** True for names that the registry may know: today's rules and those of old names such as `JSONStream`. */
export function isNpmPackageName(name: string): boolean {
  return isRegistrySelector(name, '*')
}
