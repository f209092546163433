import type { Component, Ecosystem } from '../model/component.ts'
import { isOfEcosystem, normalPackageName } from '../sources/package-registries/package-name.ts'

/**
 * The only place that decides which advisories are about a component: the name that they are stored by, and the version
 * that they compare.
 */
export interface AdvisoryKey {
  readonly ecosystem: Ecosystem
  /** Normal form of the package name. For a distribution: the release and the source package. */
  readonly name: string
  readonly version: string
}

/** What a key depends on. */
export type KeyedComponent = Pick<Component, 'ecosystem' | 'name' | 'version' | 'distribution'>

/** Ecosystems whose advisories are about the source packages of one release. */
const distributions: ReadonlySet<Ecosystem> = new Set(['Alpine', 'Debian', 'Ubuntu'])

/** Source packages with equal names in two releases have different versions and fixes. No release contains a slash. */
const releasePackage = (release: string, source: string): string => `${release}/${source}`

/** The key of a component. Undefined if the release of its distribution is not known: no advisory applies to all. */
export function advisoryKeyOf({ ecosystem, name, version, distribution }: KeyedComponent): AdvisoryKey | undefined {
  if (!distributions.has(ecosystem)) return { ecosystem, name: normalPackageName(ecosystem, name), version }
  if (distribution === undefined || !isOfEcosystem(distribution.release, ecosystem)) return undefined
  const { release, source, sourceVersion } = distribution
  return { ecosystem, name: releasePackage(release, source), version: sourceVersion }
}

/** The names of components for a lookup, without those that have no key. */
export function advisoryNamesOf(components: readonly KeyedComponent[]): ReadonlySet<string> {
  return new Set(components.flatMap((component) => advisoryKeyOf(component)?.name ?? []))
}

/** The name that a record's package is stored by. Undefined for a package of another ecosystem. */
export function advisoryNameOf(
  published: { readonly ecosystem: string; readonly name: string },
  ecosystem: Ecosystem,
): string | undefined {
  if (!isOfEcosystem(published.ecosystem, ecosystem)) return undefined
  return distributions.has(ecosystem)
    ? releasePackage(published.ecosystem, published.name)
    : normalPackageName(ecosystem, published.name)
}

/** The package of a stored name, as records name it. */
export function publishedPackageOf(
  ecosystem: Ecosystem,
  name: string,
): { readonly ecosystem: string; readonly name: string } {
  const end = distributions.has(ecosystem) ? name.indexOf('/') : -1
  return end < 0 ? { ecosystem, name } : { ecosystem: name.slice(0, end), name: name.slice(end + 1) }
}

/** A component with this key. */
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
