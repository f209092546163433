import { normalPackageName } from '../../../engine/sources/package-registries/package-name.ts'
import type { PackageVersion } from '../../db/rematching/packages.ts'
import type { Component } from '../../../engine/model/component.ts'

/** An entry of a btree has 2,704 bytes at most; names and versions come from scanned projects. */
const maxBytes = 2_000

/**
 * The package version that stands for a component; undefined for one that is too long to be looked up: what its scan
 * found of it stays.
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
