import type { Component } from '../../model/component.ts'
import { isScannedProject } from '../../model/upgrade-text.ts'
import type { PublishedVersion } from '../../sources/installed-archive.ts'
import type { VulnerableVersion } from './derived-functions.ts'
import { versionKey } from './package-store.ts'
import { reachabilityLimits } from './reachability-limits.ts'

/** Returns the version that a component has in its registry, or undefined if the ecosystem is not analyzed. */
export function publishedVersionOf({ ecosystem, name, version }: Component): PublishedVersion | undefined {
  return ecosystem === 'npm' || ecosystem === 'PyPI' ? { ecosystem, name, version } : undefined
}

/** Packages of a project in the ecosystems of its vulnerable packages. */
export interface InstalledVersions {
  /** Packages to read: vulnerable ones, then those on the paths to them, then all others. */
  readonly installed: readonly PublishedVersion[]
  /** Packages that are needed only for development. They are read only if other code imports them. */
  readonly forDevelopment: readonly PublishedVersion[]
}

/** Returns the packages that a project installs, in the order in which they are read. */
export function packagesToRead(
  components: readonly Component[],
  judged: readonly VulnerableVersion[],
): InstalledVersions {
  const ecosystems = new Set(judged.map(({ version }) => version.ecosystem))
  const vulnerable = new Set(judged.map(({ version }) => versionKey(version)))
  const between = new Set(
    judged.flatMap(({ version, component }) =>
      component.introducedBy.flatMap(({ path }) => path.map((step) => `${version.ecosystem} ${step}`)),
    ),
  )
  const rank = (version: PublishedVersion) =>
    vulnerable.has(versionKey(version)) ? 0 : between.has(versionKey(version)) ? 1 : 2
  const installed = new Map<string, PublishedVersion>()
  const forDevelopment = new Map<string, PublishedVersion>()
  for (const component of components) {
    const version = publishedVersionOf(component)
    if (!version || !ecosystems.has(version.ecosystem) || isScannedProject(component)) continue
    const list = component.dev ? forDevelopment : installed
    list.set(versionKey(version), version)
  }
  for (const key of installed.keys()) forDevelopment.delete(key)
  return {
    installed: [...installed.values()].sort((a, b) => rank(a) - rank(b)),
    forDevelopment: [...forDevelopment.values()],
  }
}

/**
 * Returns the packages for development that are needed, and those that they install. An optional import of a package
 * can be satisfied by a package that the project installs for development.
 *
 * @param needed packages as `name@version`
 */
export function neededVersions(
  components: readonly Component[],
  forDevelopment: readonly PublishedVersion[],
  needed: readonly string[],
): readonly PublishedVersion[] {
  const names = new Set(needed)
  const below = new Set(
    components
      .filter(({ introducedBy }) => introducedBy.some(({ path }) => path.some((step) => names.has(step))))
      .map(({ name, version }) => `${name}@${version}`),
  )
  return forDevelopment
    .filter(({ name, version }) => names.has(`${name}@${version}`) || below.has(`${name}@${version}`))
    .slice(0, reachabilityLimits.maxNeeded)
}
