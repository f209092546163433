import npa from 'npm-package-arg'
import semver from 'semver'
import { limits } from '../model/limits.ts'
import { isObject } from '../package-registries/npm-packument.ts'
import { isNpmPackageName } from '../package-registries/pick-npm-version.ts'

/** A package that a lockfile of npm places. */
export interface LockedPackage {
  /** Folder names from the project down: `['a', 'b']` is `node_modules/a/node_modules/b`. */
  readonly path: readonly string[]
  /** The package's name, which for an alias is not the folder's. */
  readonly name: string
  readonly version: string
  readonly optional: boolean
  /** What it asks for, as far as the lockfile tells. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** A place of a lockfile that names no package of a registry. */
export interface LockedElsewhere {
  readonly path: readonly string[]
  readonly requested: string
  readonly reason: string
}

export type LockedPackages =
  | { readonly packages: readonly LockedPackage[]; readonly elsewhere: readonly LockedElsewhere[] }
  /** It is no lockfile; the end of a sentence about it. */
  | { readonly problem: string }

/**
 * Reads `npm-shrinkwrap.json` or `package-lock.json` of lockfile version 1, 2 or 3. Packages that only
 * development needs are left out: npm does not install them for a dependency.
 */
export function readNpmShrinkwrap(text: string): LockedPackages {
  let lock: unknown
  try {
    lock = JSON.parse(text)
  } catch {
    return { problem: 'is not JSON' }
  }
  if (!isObject(lock)) return { problem: 'is not a JSON object' }
  const entries = isObject(lock['packages']) ? entriesOfPackages(lock['packages']) : isObject(lock['dependencies']) ? entriesOfDependencies(lock['dependencies']) : []
  const packages: LockedPackage[] = []
  const elsewhere: LockedElsewhere[] = []
  for (const { path, entry } of entries) {
    if (entry['dev'] === true) continue
    const locked = understand(path, entry)
    if ('reason' in locked) elsewhere.push(locked)
    else packages.push(locked)
  }
  return { packages, elsewhere }
}

interface Entry {
  readonly path: readonly string[]
  readonly entry: Readonly<Record<string, unknown>>
}

/** What is nested deeper than the deepest walk counts as if the lockfile did not say what it is. */
const isTooDeep = (path: readonly string[]): boolean => path.length > limits.dependencyWalk.depth

/** Versions 2 and 3: one flat object keyed by place. */
function entriesOfPackages(packages: Record<string, unknown>): Entry[] {
  return Object.entries(packages).flatMap(([place, entry]) => {
    const path = folderNames(place)
    return path === undefined || !isObject(entry) ? [] : [{ path, entry: isTooDeep(path) ? {} : entry }]
  })
}

/** `node_modules/@a/b/node_modules/c` as names; undefined for the project itself and for what a link points to. */
function folderNames(place: string): string[] | undefined {
  const names = `/${place}`.split('/node_modules/').slice(1)
  return place === `node_modules/${names.join('/node_modules/')}` && names.length > 0 && names.every(isFolderName) ? names : undefined
}

const isFolderName = (name: string): boolean => /^(?:@[^/\\]+\/)?[^@/\\.][^/\\]*$/.test(name)

/** Version 1: objects nested as the folders are. */
function entriesOfDependencies(dependencies: Record<string, unknown>): Entry[] {
  const entries: Entry[] = []
  const levels: { readonly above: readonly string[]; readonly dependencies: Record<string, unknown> }[] = [{ above: [], dependencies }]
  for (const { above, dependencies } of levels) {
    for (const [name, entry] of Object.entries(dependencies)) {
      if (!isObject(entry) || !isFolderName(name)) continue
      const path = [...above, name]
      entries.push({ path, entry: isTooDeep(path) ? {} : { ...entry, dependencies: entry['requires'] } })
      if (!isTooDeep(path) && isObject(entry['dependencies'])) levels.push({ above: path, dependencies: entry['dependencies'] })
    }
  }
  return entries
}

function understand(path: readonly string[], entry: Readonly<Record<string, unknown>>): LockedPackage | LockedElsewhere {
  const folder = path.at(-1) ?? ''
  const { version, resolved } = entry
  const stated = typeof version === 'string' ? version : ''
  const address = typeof resolved === 'string' ? resolved : ''
  const elsewhere = (reason: string): LockedElsewhere => ({ path, requested: address || stated || '(nothing)', reason })
  if (entry['link'] === true || address.startsWith('file:') || stated.startsWith('file:')) return elsewhere('it is a folder or an archive on the disk of whoever made the lockfile')
  if (/^git[+:]/.test(address) || /^git[+:]|^github:/.test(stated)) return elsewhere('it comes from a git repository')
  if (/^https?:/.test(stated) || isForeignArchive(address)) return elsewhere('it is an archive at an address outside of the registry')
  const alias = stated.startsWith('npm:') ? aliased(stated) : undefined
  const name = alias?.name ?? (typeof entry['name'] === 'string' ? entry['name'] : folder)
  const number = alias?.version ?? stated
  if (!isNpmPackageName(name) || semver.valid(number, true) === null) return elsewhere('the lockfile names no version')
  return { path, name, version: number, optional: entry['optional'] === true, fields: entry }
}

/** Registries keep archives below `/-/` (npm, Artifactory, Nexus, Verdaccio) or `/download/` (GitHub Packages). */
function isForeignArchive(address: string): boolean {
  return /^https?:/.test(address) && !/\/(?:-|download)\//.test(address)
}

/** Lockfile version 1 writes an alias as `npm:name@version`. */
function aliased(stated: string): { readonly name: string; readonly version: string } | undefined {
  try {
    const { name, fetchSpec } = npa(stated.slice('npm:'.length))
    return name === null || fetchSpec === null ? undefined : { name, version: fetchSpec }
  } catch {
    return undefined
  }
}
