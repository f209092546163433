import { normalPackageName } from '../../../engine/sources/package-registries/package-name.ts'
import type { PackageVersion } from '../../db/rematching/packages.ts'
import type { Component } from '../../../engine/model/component.ts'

/** A B-tree entry has at most 2,704 bytes. Names and versions come from scanned projects. */
const maxBytes = 2_000

/**
 * The package version of a component, or undefined if it is too long to be looked up. The findings of its scan then
 * stay.
 */
export function packageOf({
  ecosystem,
  name,
  version,
}: Pick<Component, 'ecosystem' | 'name' | 'version'>): PackageVersion | undefined {
  const packageName = normalPackageName(ecosystem, name)
  return Buffer.byteLength(packageName) + Buffer.byteLength(version) > maxBytes
    ? undefined
    : { ecosystem, packageName, version }
}

/** Equal for equal package versions. */
export function packageKey({ ecosystem, packageName, version }: PackageVersion): string {
  return JSON.stringify([ecosystem, packageName, version])
}
