import semver from 'semver'
import { shippedPackageLimits } from '../shipped-package-limits.ts'
import type { SnapshotFile } from '../../model/snapshot.ts'
import { isObject, type NpmManifest, npmManifest } from '../../sources/package-registries/npm-packument.ts'
import { isNpmPackageName } from '../../sources/package-registries/pick-npm-version.ts'
import { type LockedElsewhere, readNpmShrinkwrap } from '../npm-shrinkwrap.ts'

/** Package that is contained in an archive or pinned by the archive's shrinkwrap. */
export interface ShippedPackage {
  /** Folder names below the package: `['a', 'b']` is `node_modules/a/node_modules/b`. */
  readonly path: readonly string[]
  readonly manifest: NpmManifest
}

/** The archive's `npm-shrinkwrap.json`. npm ignores a `package-lock.json` in an archive. */
export const shrinkwrapFile = 'npm-shrinkwrap.json'

const bundledManifest = /^(?:node_modules\/(?:@[^/]+\/)?[^@/.][^/]*\/)+package\.json$/

/** Matches a manifest in a hidden folder, such as another package manager's store. */
const hiddenManifest = /^node_modules\/\..*\/package\.json$/

export interface BundledPackages {
  /** Packages, shallow ones first. */
  readonly packages: readonly ShippedPackage[]
  /** Paths of manifests without a name or version. */
  readonly unreadable: readonly string[]
}

/** Returns the packages in an archive's `node_modules`. */
export function bundledPackages(files: ReadonlyMap<string, SnapshotFile>): BundledPackages {
  const packages: ShippedPackage[] = []
  const unreadable: string[] = []
  let bytes = 0
  for (const file of files.values()) {
    const { path, size } = file
    if (hiddenManifest.test(path)) unreadable.push(path)
    if (!bundledManifest.test(path)) continue
    const folders = path.slice('node_modules/'.length, -'/package.json'.length).split('/node_modules/')
    bytes += size
    const isTooLarge =
      size > shippedPackageLimits.maxManifestBytes || bytes > shippedPackageLimits.maxTotalManifestBytes
    const manifest = isTooLarge ? undefined : readManifest(folders.at(-1) ?? '', file.content)
    if (manifest === undefined) unreadable.push(path)
    else packages.push({ path: folders, manifest })
  }
  return { packages: packages.sort(shallowFirst), unreadable }
}

function readManifest(folder: string, content: Buffer): NpmManifest | undefined {
  try {
    // npm and Node.js accept a manifest with or without a byte order mark.
    const fields: unknown = JSON.parse(content.toString('utf8').replace(/^\uFEFF/, ''))
    if (!isObject(fields)) return undefined
    const { name, version } = fields
    if (typeof version !== 'string' || semver.valid(version, true) === null) return undefined
    const isNamed = typeof name === 'string' && isNpmPackageName(name)
    return isNamed || isNpmPackageName(folder) ? npmManifest(isNamed ? name : folder, version, fields) : undefined
  } catch {
    return undefined
  }
}

/** Returns the packages in a shrinkwrap, shallow ones first, or the reason why they cannot be read. */
export function shrinkwrappedPackages(
  text: string,
  registryOrigins: ReadonlySet<string>,
):
  | {
      readonly packages: readonly ShippedPackage[]
      readonly elsewhere: readonly LockedElsewhere[]
      readonly devOnly: readonly (readonly string[])[]
    }
  | { readonly problem: string } {
  const lock = readNpmShrinkwrap(text, registryOrigins)
  if ('problem' in lock) return lock
  const packages = lock.packages.map(({ path, name, version, fields }) => ({
    path,
    manifest: npmManifest(name, version, fields),
  }))
  return { packages: packages.sort(shallowFirst), elsewhere: lock.elsewhere, devOnly: lock.devOnly }
}

function shallowFirst(a: ShippedPackage, b: ShippedPackage): number {
  if (a.path.length !== b.path.length) return a.path.length - b.path.length
  const [left, right] = [a.path.join('/'), b.path.join('/')]
  return left < right ? -1 : Number(left > right)
}
