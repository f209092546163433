import npa from 'npm-package-arg'
import semver from 'semver'
import { shippedPackageLimits } from './shipped-package-limits.ts'
import { dependencyWalkLimits } from './dependency-walk-limits.ts'
import { isObject } from '../sources/package-registries/npm-packument.ts'
import { isNpmPackageName } from '../sources/package-registries/pick-npm-version.ts'
import { budgetFor, TooCostly, type WorkBudget } from './work-budget.ts'

/** A package that an npm lockfile places. */
export interface LockedPackage {
  /** Folder names from the project root: `['a', 'b']` is `node_modules/a/node_modules/b`. */
  readonly path: readonly string[]
  /** Package name. Differs from the folder name for an alias. */
  readonly name: string
  readonly version: string
  readonly optional: boolean
  /** Dependency fields, if the lockfile states them. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** Lockfile entry that does not come from a registry. */
export interface LockedElsewhere {
  readonly path: readonly string[]
  readonly requested: string
  readonly reason: string
}

export type LockedPackages =
  | {
      readonly packages: readonly LockedPackage[]
      readonly elsewhere: readonly LockedElsewhere[]
      /** Paths marked as development-only in the lockfile. npm itself ignores this flag. */
      readonly devOnly: readonly (readonly string[])[]
    }
  /** Reason why the file is not a lockfile, phrased as the end of a sentence about it. */
  | { readonly problem: string }

/**
 * Parses an `npm-shrinkwrap.json` or `package-lock.json` of lockfile version 1, 2, or 3. Omits development-only
 * packages, because npm does not install them for a dependency. Rejects lockfiles that exceed the size or package limit
 * in `shippedPackageLimits`: 16 MiB could place 2 million packages 200 levels deep, which would take gigabytes of
 * memory. Linear in the text and in the folder names of all paths.
 *
 * @param registryOrigins origins of the registry's archives; archives from other origins may contain anything
 * @param work budget; exceeding it is reported as a problem
 */
export function readNpmShrinkwrap(
  text: string,
  registryOrigins: ReadonlySet<string>,
  work: WorkBudget = budgetFor(text.length),
): LockedPackages {
  const { maxShrinkwrapBytes: shrinkwrapBytes } = shippedPackageLimits
  if (text.length > shrinkwrapBytes) return { problem: `is larger than ${shrinkwrapBytes / 1024 / 1024} MiB` }
  try {
    return readLockfile(text, registryOrigins, work)
  } catch (error) {
    if (error instanceof TooCostly) return { problem: error.message }
    throw error
  }
}

function readLockfile(text: string, registryOrigins: ReadonlySet<string>, work: WorkBudget): LockedPackages {
  const { maxPlaces: places } = shippedPackageLimits
  let lock: unknown
  try {
    lock = JSON.parse(text)
  } catch {
    return { problem: 'is not JSON' }
  }
  if (!isObject(lock)) return { problem: 'is not a JSON object' }
  for (const part of ['packages', 'dependencies'])
    if (lock[part] !== undefined && !isObject(lock[part])) return { problem: `has ${part} that are no object` }
  if (placesMoreThan(places, lock)) return { problem: `places more than ${places} packages` }
  const entries = isObject(lock['packages'])
    ? entriesOfPackages(lock['packages'])
    : isObject(lock['dependencies'])
      ? withPaths(entriesOfDependencies(lock['dependencies'], work), work)
      : []
  const packages: LockedPackage[] = []
  const elsewhere: LockedElsewhere[] = []
  const devOnly: (readonly string[])[] = []
  for (const { path, entry } of entries) {
    if (entry === undefined)
      elsewhere.push({
        path,
        requested: path.join('/'),
        reason: 'its entry in the lockfile could not be parsed',
      })
    else if (entry['dev'] === true) devOnly.push(path)
    else {
      const locked = understand(path, entry, registryOrigins)
      if ('reason' in locked) elsewhere.push(locked)
      else packages.push(locked)
    }
  }
  return { packages, elsewhere, devOnly }
}

/**
 * Reports whether this file places more than `most` packages in any version of the format. Stops counting at that
 * limit.
 */
function placesMoreThan(most: number, lock: Readonly<Record<string, unknown>>): boolean {
  const flat = lock['packages']
  if (isObject(flat)) return Object.keys(flat).length > most
  let count = 0
  const levels = [{ depth: 1, dependencies: lock['dependencies'] }]
  for (const { depth, dependencies } of levels) {
    // Maximum nesting depth.
    if (!isObject(dependencies) || depth > dependencyWalkLimits.maxDepth + 1) continue
    for (const name in dependencies) {
      if ((count += 1) > most) return true
      const entry = dependencies[name]
      if (isObject(entry)) levels.push({ depth: depth + 1, dependencies: entry['dependencies'] })
    }
  }
  return false
}

interface Entry {
  readonly path: readonly string[]
  /** Fields of the entry. Undefined if the entry or its path is invalid. */
  readonly entry: Readonly<Record<string, unknown>> | undefined
}

/** Reports whether an entry is so deeply nested that it is ignored. */
const isTooDeep = (depth: number): boolean => depth > dependencyWalkLimits.maxDepth

/** Reads the entries of versions 2 and 3: one flat object keyed by path. */
function entriesOfPackages(packages: Record<string, unknown>): Entry[] {
  return Object.entries(packages).flatMap(([place, entry]) => {
    // The project itself, or a link target.
    if (!place.includes('node_modules')) return []
    const path = folderNames(place)
    return [
      path === undefined || !isObject(entry)
        ? { path: [place], entry: undefined }
        : { path, entry: isTooDeep(path.length) ? {} : entry },
    ]
  })
}

/**
 * Splits `node_modules/@a/b/node_modules/c` into names. Returns undefined for the project itself and for link targets.
 */
function folderNames(place: string): string[] | undefined {
  const names = `/${place}`.split('/node_modules/').slice(1)
  return place === `node_modules/${names.join('/node_modules/')}` && names.length > 0 && names.every(isFolderName)
    ? names
    : undefined
}

/** Reports whether a string can be a folder name in `node_modules`: a package name with or without a scope. */
export const isFolderName = (name: string): boolean => /^(?:@[^/\\]+\/)?[^@/\\.][^/\\]*$/.test(name)

/** An entry of version 1. */
export interface NestedEntry {
  readonly name: string
  /** Index of the enclosing entry. Undefined at the top level. */
  readonly above: number | undefined
  /** Depth, starting at 1. */
  readonly depth: number
  /** Fields of the entry. Undefined if the entry or its name is invalid. */
  readonly entry: Readonly<Record<string, unknown>> | undefined
}

/**
 * Reads the entries of version 1: objects nested like the folders. Lists them level by level. An entry's `requires`
 * field lists its dependencies. Linear, because an entry refers to its parent instead of storing its whole path.
 */
export function entriesOfDependencies(
  dependencies: Readonly<Record<string, unknown>>,
  work: WorkBudget,
): NestedEntry[] {
  const entries: NestedEntry[] = []
  const levels: {
    readonly above: number | undefined
    readonly depth: number
    readonly dependencies: Readonly<Record<string, unknown>>
  }[] = [{ above: undefined, depth: 1, dependencies }]
  for (const { above, depth, dependencies } of levels) {
    for (const [name, entry] of Object.entries(dependencies)) {
      work.spend(1)
      if (!isObject(entry) || !isFolderName(name)) {
        entries.push({ name, above, depth, entry: undefined })
        continue
      }
      if (!isTooDeep(depth) && isObject(entry['dependencies']))
        levels.push({ above: entries.length, depth: depth + 1, dependencies: entry['dependencies'] })
      entries.push({ name, above, depth, entry: isTooDeep(depth) ? {} : { ...entry, dependencies: entry['requires'] } })
    }
  }
  return entries
}

/** Number of steps per folder name in a path, which takes 8 bytes of memory. */
const stepsOfFolder = 4

/**
 * Adds the path of each entry. The paths together can be far longer than the text, so their length is charged to the
 * budget.
 */
function withPaths(entries: readonly NestedEntry[], work: WorkBudget): Entry[] {
  const paths: (readonly string[])[] = []
  return entries.map(({ name, above, depth, entry }) => {
    work.spend(depth * stepsOfFolder)
    const path = [...(above === undefined ? [] : (paths[above] ?? [])), name]
    paths.push(path)
    return { path, entry }
  })
}

function understand(
  path: readonly string[],
  entry: Readonly<Record<string, unknown>>,
  registryOrigins: ReadonlySet<string>,
): LockedPackage | LockedElsewhere {
  const folder = path.at(-1) ?? ''
  const { version, resolved } = entry
  const stated = typeof version === 'string' ? version : ''
  const address = typeof resolved === 'string' ? resolved : ''
  const elsewhere = (reason: string): LockedElsewhere => ({ path, requested: address || stated || '(nothing)', reason })
  if (entry['link'] === true || address.startsWith('file:') || stated.startsWith('file:'))
    return elsewhere('it is a folder or an archive on the disk of the lockfile author')
  if (/^git[+:]/.test(address) || /^git[+:]|^github:/.test(stated)) return elsewhere('it comes from a git repository')
  if (/^https?:/.test(stated)) return elsewhere('it is an archive at a URL outside the registry')
  const alias = stated.startsWith('npm:') ? aliased(stated) : undefined
  const name = alias?.name ?? (typeof entry['name'] === 'string' ? entry['name'] : folder)
  const number = alias?.version ?? stated
  if (!isNpmPackageName(name) || semver.valid(number, true) === null) return elsewhere('the lockfile has no version')
  if (address !== '' && !isArchiveOf({ name, version: number }, address, registryOrigins))
    return elsewhere('the lockfile has a URL that does not belong to this version in the registry')
  return { path, name, version: number, optional: entry['optional'] === true, fields: entry }
}

/**
 * Reports whether the URL is the registry archive of exactly this version: `…/NAME/-/BASENAME-VERSION.tgz`, which all
 * registries use except GitHub (`…/download/NAME/VERSION/…`).
 */
function isArchiveOf(
  { name, version }: { readonly name: string; readonly version: string },
  address: string,
  registryOrigins: ReadonlySet<string>,
): boolean {
  const url = URL.parse(address)
  if (url === null || !registryOrigins.has(url.origin)) return false
  const path = decodedPath(url)
  const [plainVersion = version] = version.split('+', 1)
  return (
    path.endsWith(`/${name}/-/${name.slice(name.indexOf('/') + 1)}-${plainVersion}.tgz`) ||
    path.includes(`/download/${name}/${plainVersion}/`)
  )
}

function decodedPath({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** Parses an alias in lockfile version 1, `npm:name@version`. Returns undefined if the name or version is missing. */
export function aliased(stated: string): { readonly name: string; readonly version: string } | undefined {
  try {
    const { name, fetchSpec } = npa(stated.slice('npm:'.length))
    return name === null || fetchSpec === null ? undefined : { name, version: fetchSpec }
  } catch {
    return undefined
  }
}
