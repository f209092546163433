import { PackageURL } from 'packageurl-js'
import { Ecosystem } from './component.ts'

/** The type of each ecosystem, and the last separator in a name between namespace and name. */
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
  // CPAN requires the author, which lockfiles do not contain.
  CPAN: { type: 'generic' },
  vcpkg: { type: 'generic' },
  Alpine: { type: 'apk', namespace: 'alpine' },
  Debian: { type: 'deb', namespace: 'debian' },
  generic: { type: 'generic', separator: '/' },
} as const satisfies Record<Ecosystem, { type: string; separator?: string; namespace?: string }>

/** Returns the package URL of a package version (https://github.com/package-url/purl-spec). */
export function packageUrl(ecosystem: Ecosystem, name: string, version: string): string {
  const { type, separator, namespace } = { separator: undefined, namespace: undefined, ...purlTypes[ecosystem] }
  const end = separator === undefined ? -1 : name.lastIndexOf(separator)
  const group = end > 0 ? name.slice(0, end) : namespace
  return new PackageURL(type, group, name.slice(end + 1), version || undefined, undefined, undefined).toString()
}

/** Ecosystems by the type of their package URLs. */
const ecosystemsByType: ReadonlyMap<string, Ecosystem> = new Map([
  ...Object.entries(purlTypes).flatMap(([name, { type }]) => {
    const ecosystem = Ecosystem.safeParse(name).data
    return ecosystem === undefined || type === 'generic' ? [] : [[type, ecosystem] as const]
  }),
  ['cpan', 'CPAN'],
])

/** Length of a package URL in characters. Real ones have fewer than 500. */
const maxLength = 2_000

/** Returns the package that a package URL names. Undefined for invalid ones. Unknown types are `generic`. */
export function packageOfUrl(
  text: string,
): { readonly ecosystem: Ecosystem; readonly name: string; readonly version: string | undefined } | undefined {
  if (text.length > maxLength) return undefined
  try {
    const { type = '', namespace, name = '', version } = PackageURL.fromString(text)
    const ecosystem = ecosystemsByType.get(type) ?? 'generic'
    const { separator, namespace: fixed } = { separator: undefined, namespace: undefined, ...purlTypes[ecosystem] }
    const parts = ecosystem === 'generic' && type !== 'generic' ? [type, namespace, name] : [namespace, name]
    const isPlain = separator === undefined || fixed !== undefined
    return { ecosystem, name: isPlain ? name : parts.filter(Boolean).join(separator), version: version ?? undefined }
  } catch {
    return undefined
  }
}
