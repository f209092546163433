import type { Component, Ecosystem } from '../model/component.ts'
import { isOfEcosystem, normalPackageName } from '../sources/package-registries/package-name.ts'

/** Name and version for looking up advisories. This module alone decides which advisories apply to a component. */
export interface AdvisoryKey {
  readonly ecosystem: Ecosystem
  /** Normalized package name. For Linux distributions, the release and the source package. */
  readonly name: string
  readonly version: string
}

/** Component fields that a key depends on. */
export type KeyedComponent = Pick<Component, 'ecosystem' | 'name' | 'version' | 'distribution'>

/** Ecosystems (Linux distributions) whose advisories apply to the source packages of one release. */
const distributions: ReadonlySet<Ecosystem> = new Set(['Alpine', 'Debian', 'Ubuntu'])

/**
 * Combines a release and a source package, because versions and fixes of the same package differ between releases.
 * Releases never contain a slash.
 */
const releasePackage = (release: string, source: string): string => `${release}/${source}`

/**
 * Returns a component's lookup key. Returns undefined if the release of its distribution is unknown: advisories always
 * apply to specific releases.
 */
export function advisoryKeyOf({ ecosystem, name, version, distribution }: KeyedComponent): AdvisoryKey | undefined {
  if (!distributions.has(ecosystem)) return { ecosystem, name: normalPackageName(ecosystem, name), version }
  if (distribution === undefined || !isOfEcosystem(distribution.release, ecosystem)) return undefined
  const { release, source, sourceVersion } = distribution
  return { ecosystem, name: releasePackage(release, source), version: sourceVersion }
}

/** Returns the lookup names of components. Skips components without a key. */
export function advisoryNamesOf(components: readonly KeyedComponent[]): ReadonlySet<string> {
  return new Set(components.flatMap((component) => advisoryKeyOf(component)?.name ?? []))
}

/** Returns the name under which a record's package is stored. Returns undefined for packages from other ecosystems. */
export function advisoryNameOf(
  published: { readonly ecosystem: string; readonly name: string },
  ecosystem: Ecosystem,
): string | undefined {
  if (!isOfEcosystem(published.ecosystem, ecosystem)) return undefined
  return distributions.has(ecosystem)
    ? releasePackage(published.ecosystem, published.name)
    : normalPackageName(ecosystem, published.name)
}

/** Converts a stored name back to the package name that records use. */
export function publishedPackageOf(
  ecosystem: Ecosystem,
  name: string,
): { readonly ecosystem: string; readonly name: string } {
  const end = distributions.has(ecosystem) ? name.indexOf('/') : -1
  return end < 0 ? { ecosystem, name } : { ecosystem: name.slice(0, end), name: name.slice(end + 1) }
}

/** Creates a component with the given key. */
export function componentOfKey({ ecosystem, name, version }: AdvisoryKey): Component {
  const published = publishedPackageOf(ecosystem, name)
  return {
    purl: '',
    name: published.name,
    version,
    ecosystem,
    direct: false,
    dev: false,
    introducedBy: [],
    ...(published.ecosystem !== ecosystem && {
      distribution: { release: published.ecosystem, source: published.name, sourceVersion: version },
    }),
  }
}
