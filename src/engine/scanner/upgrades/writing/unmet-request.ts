import { dirname } from 'node:path/posix'
import semver from 'semver'
import { placeBelow, splitPlace } from '../../../inventory/readers/javascript/npm-places.ts'
import { parseRequirement } from '../../../inventory/npm-tree/requirement.ts'
import { WorkBudget } from '../../../inventory/work-budget.ts'
import { isObject } from '../../../sources/package-registries/npm-packument.ts'
import { shownText } from '../../../sources/shown-text.ts'

type Fields = Readonly<Record<string, unknown>>

/** Package in a folder of a lockfile. */
interface Placed {
  readonly name: string
  readonly version: string
  readonly requests: Fields
  /** Reports whether a request may be left out or get any version: if it is optional or bundled. */
  readonly isFree: (name: string) => boolean
  /** True if packages may be missing, because the lockfile does not state which requests are optional. */
  readonly mayLackPackages?: boolean
  readonly isBundled?: boolean
  readonly hasShrinkwrap?: boolean
}

export interface LockedRequests {
  /** Fields of the lockfile. */
  readonly lock: Fields
  /** Fields of the manifests by folder; the folder of the project is empty. */
  readonly manifests: ReadonlyMap<string, Fields>
  /** Reports whether the project overrides a package. Any version of it is accepted. */
  readonly isOverridden: (name: string) => boolean
}

/**
 * Returns the first request that the lockfile does not meet, such as `parser ^1.0.0 of web`: npm would find no version
 * or another one. Checks no peer dependencies. Archives determine the versions of bundled packages and of those below a
 * package with a shrinkwrap, so any version of these is accepted. Throws TooCostly if the search exceeds the budget.
 */
export function unmetRequest(
  { lock, manifests, isOverridden }: LockedRequests,
  work = new WorkBudget(maxSteps),
): string | undefined {
  const { packages, dependencies } = lock
  const placed = isObject(packages) ? placedIn(packages) : nestedIn(isObject(dependencies) ? dependencies : {})
  const search = new PlacedSearch(placed, work)
  const folders = [...manifests].map(([folder, fields]) => [folder, ownRequests(folder, fields)] as const)
  for (const [folder, { name: dependent, requests, isFree, mayLackPackages = false }] of [...folders, ...placed])
    for (const [name, spec] of Object.entries(requests)) {
      work.spend(1)
      if (typeof spec !== 'string' || isOverridden(name) || isFree(name)) continue
      const place = search.nearest(folder, name)
      const found = placed.get(place ?? '')
      const isRight =
        place === undefined || found === undefined
          ? mayLackPackages
          : isMet(found, name, spec) || search.isFromArchive(place)
      if (!isRight) return shownText(`${name} ${spec} of ${dependent}`)
    }
  return undefined
}

/** Maximum number of folders that are searched for all requests. Lockfiles of 1,500 packages take 20,000. */
const maxSteps = 20_000_000

/** Finds the packages that Node loads from a folder. */
class PlacedSearch {
  readonly #placed: ReadonlyMap<string, Placed>
  readonly #work: WorkBudget
  readonly #folders = new Map<string, Map<string, string>>()
  readonly #names = new Set<string>()
  readonly #outer = new Map<string, string | undefined>()

  constructor(placed: ReadonlyMap<string, Placed>, work: WorkBudget) {
    this.#placed = placed
    this.#work = work
    for (const place of placed.keys()) {
      const { owner = '', name = place } = splitPlace(place) ?? {}
      this.#names.add(name)
      const folder = this.#folders.get(owner)
      if (folder === undefined) this.#folders.set(owner, new Map([[name, place]]))
      else folder.set(name, place)
    }
  }

  /** Returns the place of the package that Node loads from a folder, or undefined. */
  nearest(folder: string, name: string): string | undefined {
    if (!this.#names.has(name)) return undefined
    for (let at: string | undefined = folder; at !== undefined; at = this.#outerFolder(at)) {
      this.#work.spend(1)
      const found = this.#folders.get(at)?.get(name)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Reports whether an archive determines the version at a place: of a bundle, or of a package with a shrinkwrap. */
  isFromArchive(place: string): boolean {
    if (this.#placed.get(place)?.isBundled === true) return true
    for (let at = this.#outerFolder(place); at !== undefined; at = this.#outerFolder(at)) {
      this.#work.spend(1)
      if (this.#placed.get(at)?.hasShrinkwrap === true) return true
    }
    return false
  }

  /** Returns the folder in which a search for packages continues. Undefined after the folder of the project. */
  #outerFolder(folder: string): string | undefined {
    if (folder === '') return undefined
    const known = this.#outer.get(folder)
    if (known !== undefined) return known
    const outer = splitPlace(folder)?.owner ?? dirname(folder)
    this.#outer.set(folder, outer === '.' ? '' : outer)
    return this.#outer.get(folder)
  }
}

function isMet({ name: installed, version }: Placed, name: string, spec: string): boolean {
  const requirement = parseRequirement(name, spec)
  // Places of workspace members have no version. npm links them to their folders.
  if (requirement.kind !== 'registry' || version === '') return true
  if (requirement.name !== installed) return false
  const { range } = requirement
  return typeof range === 'string' || semver.satisfies(version, range, true)
}

function ownRequests(folder: string, fields: Fields): Placed {
  const { dependencies, devDependencies, optionalDependencies } = fields
  const [optional, development] = [partOf(optionalDependencies), partOf(devDependencies)]
  return {
    name: folder === '' ? 'the project' : folder,
    version: '',
    // Of requests with the same name, npm uses the one for development.
    requests: { ...partOf(dependencies), ...optional, ...development },
    isFree: (name) => Object.hasOwn(optional, name) && !Object.hasOwn(development, name),
  }
}

/** Returns the packages of versions 2 and 3 by place. */
function placedIn(packages: Fields): ReadonlyMap<string, Placed> {
  const placed = new Map<string, Placed>()
  for (const [place, entry] of Object.entries(packages)) {
    const folder = splitPlace(place)?.name
    if (folder === undefined || !isObject(entry)) continue
    const { name, version, inBundle, hasShrinkwrap, bundleDependencies, dependencies, optionalDependencies } = entry
    const optional = partOf(optionalDependencies)
    const bundled = new Set<unknown>(Array.isArray(bundleDependencies) ? bundleDependencies : [])
    placed.set(place, {
      name: typeof name === 'string' ? name : folder,
      version: typeof version === 'string' ? version : '',
      requests: inBundle === true || bundleDependencies === true ? {} : { ...partOf(dependencies), ...optional },
      isFree: (request) => Object.hasOwn(optional, request) || bundled.has(request),
      isBundled: inBundle === true,
      hasShrinkwrap: hasShrinkwrap === true,
    })
  }
  return placed
}

/** Returns the packages of version 1 by place. It does not state which requests are optional. */
function nestedIn(dependencies: Fields): ReadonlyMap<string, Placed> {
  const placed = new Map<string, Placed>()
  const open: (readonly [string, Fields])[] = [['', dependencies]]
  for (const [owner, inFolder] of open)
    for (const [folder, entry] of Object.entries(inFolder)) {
      if (!isObject(entry)) continue
      const place = placeBelow(folder, owner)
      const stated = typeof entry['version'] === 'string' ? entry['version'] : ''
      const [, alias, aliased] = /^npm:(.+)@([^@]+)$/.exec(stated) ?? []
      const isFolder = stated.startsWith('file:')
      placed.set(place, {
        name: alias ?? folder,
        version: aliased ?? (isFolder ? '' : stated),
        requests: entry['bundled'] === true || isFolder ? {} : partOf(entry['requires']),
        isFree: () => false,
        mayLackPackages: true,
        isBundled: entry['bundled'] === true,
      })
      // Packages of a workspace member are in its own folder.
      const inner = isFolder ? stated.slice('file:'.length) : place
      if (isObject(entry['dependencies'])) open.push([inner, entry['dependencies']])
    }
  return placed
}

const partOf = (part: unknown): Fields => (isObject(part) ? part : {})
