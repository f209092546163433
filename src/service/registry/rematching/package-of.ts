import { advisoryKeyOf, type KeyedComponent } from '../../../engine/advisories/advisory-key.ts'
import type { PackageVersion } from '../../db/rematching/packages.ts'

/** A B-tree entry has at most 2,704 bytes. Names and versions come from scanned projects. */
const maxBytes = 2_000

/**
 * The package version of a component, or undefined if it is too long to be looked up. The findings of its scan then
 * stay. Without a key, its own name is stored, which no advisory has.
 */
export function packageOf(component: KeyedComponent): PackageVersion | undefined {
  const { ecosystem, name: packageName, version } = advisoryKeyOf(component) ?? component
  return Buffer.byteLength(packageName) + Buffer.byteLength(version) > maxBytes
    ? undefined
    : { ecosystem, packageName, version }
}

/** Equal for equal package versions. */
export function packageKey({ ecosystem, packageName, version }: PackageVersion): string {
  return JSON.stringify([ecosystem, packageName, version])
}
