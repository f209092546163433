import { advisoryKeyOf, type KeyedComponent } from '../../../engine/advisories/advisory-key.ts'
import type { PackageVersion } from '../../db/rematching/packages.ts'

/** Maximum size of a key. A B-tree entry has at most 2,704 bytes, and names and versions come from scanned projects. */
const maxBytes = 2_000

/**
 * Returns a component's package version, or undefined if it is too long to look up; its scan's findings are then kept.
 * If the component has no advisory key, uses the component's own name, which no advisory mentions.
 */
export function packageOf(component: KeyedComponent): PackageVersion | undefined {
  const { ecosystem, name: packageName, version } = advisoryKeyOf(component) ?? component
  return Buffer.byteLength(packageName) + Buffer.byteLength(version) > maxBytes
    ? undefined
    : { ecosystem, packageName, version }
}

/** Returns a key that is equal for equal package versions. */
export function packageKey({ ecosystem, packageName, version }: PackageVersion): string {
  return JSON.stringify([ecosystem, packageName, version])
}
