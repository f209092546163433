import { PackageURL } from 'packageurl-js'
import type { Ecosystem } from './component.ts'

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
  generic: { type: 'generic', separator: '/' },
} as const satisfies Record<Ecosystem, { type: string; separator?: string }>

/** Returns the package URL of a package version (https://github.com/package-url/purl-spec). */
export function packageUrl(ecosystem: Ecosystem, name: string, version: string): string {
  const { type, separator } = { separator: undefined, ...purlTypes[ecosystem] }
  const end = separator === undefined ? -1 : name.lastIndexOf(separator)
  const namespace = end > 0 ? name.slice(0, end) : undefined
  return new PackageURL(type, namespace, name.slice(end + 1), version || undefined, undefined, undefined).toString()
}
