import { PackageURL } from 'packageurl-js'
import type { Ecosystem } from './component.ts'

const purlTypes = { npm: 'npm', PyPI: 'pypi' } as const satisfies Record<Ecosystem, string>

/** The package URL of a package version, https://github.com/package-url/purl-spec. */
export function packageUrl(ecosystem: Ecosystem, name: string, version: string): string {
  const slash = name.startsWith('@') ? name.indexOf('/') : -1
  const namespace = slash > 0 ? name.slice(0, slash) : undefined
  return new PackageURL(purlTypes[ecosystem], namespace, name.slice(slash + 1), version, undefined, undefined).toString()
}
