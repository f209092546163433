import { PackageURL } from 'packageurl-js'
import { Ecosystem } from './component.ts'
import { type Distribution, distributionOf, distroOf, releaseOf } from './distribution.ts'

/** Package URL type of each ecosystem, and the separator before the name. */
const purlTypes = {
  npm: { type: 'npm', separator: '/' },
  PyPI: { type: 'pypi' },
  Go: { type: 'golang', separator: '/' },
  'crates.io': { type: 'cargo' },
  'GitHub Actions': { type: 'githubactions', separator: '/' },
  Maven: { type: 'maven', separator: ':' },
  NuGet: { type: 'nuget' },
  RubyGems: { type: 'gem' },
  Packagist: { type: 'composer', separator: '/' },
  Hex: { type: 'hex', separator: '/' },
  Pub: { type: 'pub' },
  Hackage: { type: 'hackage' },
  SwiftURL: { type: 'swift', separator: '/' },
  CRAN: { type: 'cran' },
  ConanCenter: { type: 'conan' },
  CocoaPods: { type: 'cocoapods' },
  Carthage: { type: 'generic', separator: '/' },
  Conda: { type: 'conda' },
  // The type `cpan` requires the author, which lockfiles do not contain.
  CPAN: { type: 'generic' },
  vcpkg: { type: 'generic' },
  Alpine: { type: 'apk', namespace: 'alpine' },
  Debian: { type: 'deb', namespace: 'debian' },
  Ubuntu: { type: 'deb', namespace: 'ubuntu' },
  GIT: { type: 'generic', separator: '/' },
  generic: { type: 'generic', separator: '/' },
} as const satisfies Record<Ecosystem, { type: string; separator?: string; namespace?: string }>

/**
 * Returns the package URL of a package version (https://github.com/package-url/purl-spec). For distributions, `distro`
 * is the release, and `upstream` the source package if it differs, as Syft writes it.
 */
export function packageUrl(ecosystem: Ecosystem, name: string, version: string, distribution?: Distribution): string {
  const { type, separator, namespace } = { separator: undefined, namespace: undefined, ...purlTypes[ecosystem] }
  const end = separator === undefined ? -1 : name.lastIndexOf(separator)
  const group = end > 0 ? name.slice(0, end) : namespace
  const qualifiers = distribution && {
    distro: distroOf(distribution.release),
    ...upstreamOf(name, version, distribution),
  }
  return new PackageURL(type, group, name.slice(end + 1), version || undefined, qualifiers, undefined).toString()
}

function upstreamOf(name: string, version: string, { source, sourceVersion }: Distribution): { upstream?: string } {
  if (sourceVersion !== version) return { upstream: `${source}@${sourceVersion}` }
  return source === name ? {} : { upstream: source }
}

/** Ecosystems by package URL type. */
const ecosystemsByType: ReadonlyMap<string, Ecosystem> = new Map([
  ...Object.entries(purlTypes).flatMap(([name, { type }]) => {
    const ecosystem = Ecosystem.safeParse(name).data
    return ecosystem === undefined || type === 'generic' || ecosystem === 'Ubuntu' ? [] : [[type, ecosystem] as const]
  }),
  ['cpan', 'CPAN'],
])

/** Maximum length of a package URL in characters. Real ones have fewer than 500. */
const maxLength = 2_000

/** The package a package URL refers to. */
export interface NamedPackage {
  readonly ecosystem: Ecosystem
  readonly name: string
  readonly version: string | undefined
  /** Present for a distribution package if the package URL contains its release. */
  readonly distribution?: Distribution
}

/**
 * Returns the package that a package URL refers to, or undefined if it is invalid. Unknown types are `generic`.
 *
 * @param source the source package of a distribution package, if the package URL does not contain it
 */
export function packageOfUrl(
  text: string,
  source?: { readonly name: string; readonly version: string },
): NamedPackage | undefined {
  if (text.length > maxLength) return undefined
  try {
    const { type = '', namespace, name = '', version, qualifiers } = PackageURL.fromString(text)
    const ecosystem =
      type === 'deb' && namespace === 'ubuntu' ? 'Ubuntu' : (ecosystemsByType.get(type) ?? ('generic' as const))
    const { separator, namespace: fixed } = { separator: undefined, namespace: undefined, ...purlTypes[ecosystem] }
    const parts = ecosystem === 'generic' && type !== 'generic' ? [type, namespace, name] : [namespace, name]
    const isPlain = separator === undefined || fixed !== undefined
    const distribution =
      fixed !== undefined && namespace === fixed && version
        ? distributionInUrl(fixed, { name, version }, new Map(Object.entries(qualifiers ?? {})), source)
        : undefined
    return {
      ecosystem,
      name: isPlain ? name : parts.filter(Boolean).join(separator),
      version: version ?? undefined,
      ...(distribution && { distribution }),
    }
  } catch {
    return undefined
  }
}

/**
 * Reads the distribution from the qualifiers. `distro` is `debian-12`, `debian-12.4`, `12`, or `bookworm`. Syft writes
 * the source package as `upstream`, and osv-scalibr as `source` and `sourceversion`, or as `origin`. If there is no
 * such qualifier, the source package has the package's own name and version.
 */
function distributionInUrl(
  id: string,
  { name, version }: { readonly name: string; readonly version: string },
  qualifiers: ReadonlyMap<string, string | undefined>,
  source: { readonly name: string; readonly version: string } | undefined,
): Distribution | undefined {
  const distro = (qualifiers.get('distro') ?? '').toLowerCase()
  const release = releaseOf(id, distro.startsWith(`${id}-`) ? distro.slice(id.length + 1) : distro)
  const upstream = qualifiers.get('upstream') ?? qualifiers.get('source') ?? qualifiers.get('origin')
  if (upstream === undefined) return distributionOf(release, source?.name ?? name, source?.version ?? version)
  const at = upstream.lastIndexOf('@')
  return at > 0
    ? distributionOf(release, upstream.slice(0, at), upstream.slice(at + 1))
    : distributionOf(release, upstream, qualifiers.get('sourceversion') || version)
}
