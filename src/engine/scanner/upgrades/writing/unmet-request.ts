import semver from 'semver'
import { placeBelow, splitPlace } from '../../../inventory/readers/javascript/npm-places.ts'
import { parseRequirement } from '../../../inventory/npm-tree/requirement.ts'
import { isObject } from '../../../sources/package-registries/npm-packument.ts'

type Fields = Readonly<Record<string, unknown>>

/** Package in a folder of a lockfile. */
interface Placed {
  readonly name: string
  readonly version: string
  readonly requests: Fields
  /** Names of the requests that npm may leave out. */
  readonly mayLack: (name: string) => boolean
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
 * or another one. Peer dependencies are left out, because npm also installs packages whose peers conflict. So are the
 * requests of bundled packages, whose versions only their archive determines.
 */
export function unmetRequest({ lock, manifests, isOverridden }: LockedRequests): string | undefined {
  const { packages, dependencies } = lock
  const placed = isObject(packages) ? placedIn(packages) : nestedIn(isObject(dependencies) ? dependencies : {})
  const folders = [...manifests].map(([folder, fields]) => [folder, ownRequests(fields)] as const)
  for (const [folder, { name: dependent, requests, mayLack }] of [...folders, ...placed])
    for (const [name, spec] of Object.entries(requests)) {
      if (typeof spec !== 'string' || isOverridden(name)) continue
      const found = nearest(placed, folder, name)
      if (found === undefined ? !mayLack(name) : !isMet(found, name, spec)) return `${name} ${spec} of ${dependent}`
    }
  return undefined
}

/** Returns the package that Node loads from a folder, or undefined. */
function nearest(placed: ReadonlyMap<string, Placed>, folder: string, name: string): Placed | undefined {
  for (let at: string | undefined = folder; at !== undefined; at = outerFolder(at)) {
    const found = placed.get(placeBelow(name, at))
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns the folder in which a search for packages continues. Undefined after the folder of the project. */
const outerFolder = (folder: string): string | undefined =>
  folder === '' ? undefined : (splitPlace(folder)?.owner ?? '')

function isMet({ name: installed, version }: Placed, name: string, spec: string): boolean {
  const requirement = parseRequirement(name, spec)
  // Places of workspace members have no version. npm links them to their folders.
  if (requirement.kind !== 'registry' || version === '') return true
  if (requirement.name !== installed) return false
  const { range } = requirement
  return typeof range === 'string' || semver.satisfies(version, range, true)
}

function ownRequests(fields: Fields): Placed {
  const { dependencies, devDependencies, optionalDependencies } = fields
  const optional = partOf(optionalDependencies)
  return {
    name: 'the project',
    version: '',
    requests: { ...partOf(devDependencies), ...partOf(dependencies), ...optional },
    mayLack: (name) => Object.hasOwn(optional, name),
  }
}

/** Returns the packages of versions 2 and 3 by place. */
function placedIn(packages: Fields): ReadonlyMap<string, Placed> {
  const placed = new Map<string, Placed>()
  for (const [place, entry] of Object.entries(packages)) {
    const folder = splitPlace(place)?.name
    if (folder === undefined || !isObject(entry)) continue
    const { name, version, inBundle, dependencies, optionalDependencies } = entry
    const optional = partOf(optionalDependencies)
    placed.set(place, {
      name: typeof name === 'string' ? name : folder,
      version: typeof version === 'string' ? version : '',
      requests: inBundle === true ? {} : { ...partOf(dependencies), ...optional },
      mayLack: (request) => Object.hasOwn(optional, request),
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
      placed.set(place, {
        name: alias ?? folder,
        version: aliased ?? (stated.startsWith('file:') ? '' : stated),
        requests: entry['bundled'] === true ? {} : partOf(entry['requires']),
        mayLack: () => true,
      })
      if (isObject(entry['dependencies'])) open.push([place, entry['dependencies']])
    }
  return placed
}

const partOf = (part: unknown): Fields => (isObject(part) ? part : {})
