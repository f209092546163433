import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { groupsReaching } from '../../reach.ts'
import { textAt, textsAt, valueAt } from '../../syntax/document.ts'
import { linesOfNames, parseToml, tablesAt } from '../../syntax/toml.ts'
import { type WorkBudget, workOf } from '../../work-budget.ts'
import { findMembers } from './cargo-members.ts'

/** A package in the lockfile. */
interface Locked {
  readonly key: string
  readonly name: string
  readonly version: string
  /** Undefined for a package in the project itself. */
  readonly source: string | undefined
  readonly dependencies: readonly string[]
  readonly line: number | undefined
}

/**
 * Maximum number of packages with the same name that match a dependency without a version. If there are two, Cargo
 * writes the version.
 */
const maxCandidates = 8

/**
 * Reader for Cargo lockfiles, versions 1 to 4. Packages without a source belong to the project and are treated as
 * roots. Lockfiles do not mark development dependencies, so they are inferred from the project's Cargo.toml files, if
 * these are found. Runs in linear time.
 */
export const cargoLock: ManifestReader = {
  id: 'cargo-lock',
  ecosystem: 'crates.io',
  kind: 'lockfile',
  names: ['Cargo.lock'],
  reads: (path) => posix.basename(path) === 'Cargo.lock',
  read(file) {
    const work = workOf(file)
    const packages = lockedPackages(file.text, work)
    const find = finder(packages, work)
    const found = new Map(packages.map((locked) => [locked, find(locked)]))
    const requires = new Map(packages.map((locked) => [locked.key, found.get(locked) ?? []]))
    const own = packages.filter(({ source }) => source === undefined)
    const ownKeys = new Set(own.map(({ key }) => key))
    const members = findMembers(
      file,
      own.map(({ name }) => name),
    )
    const developed = developmentOnly(packages, members, requires, work)
    const brought = new Map([...requires].map(([key, others]) => [key, others.filter((other) => !ownKeys.has(other))]))
    const direct = new Set([...ownKeys].flatMap((key) => requires.get(key) ?? []))
    const listing = new Listing(work)
    for (const { key, name, version, source, line } of packages) {
      if (source === undefined) continue
      const dev = developed.has(key)
      listing.add({
        key,
        name,
        version,
        dev,
        groups: dev ? ['dev'] : [],
        requires: brought.get(key) ?? [],
        ...(own.length === 0 ? {} : { direct: direct.has(key) }),
        ...(line === undefined ? {} : { line }),
      })
    }
    const workspaces = [...members.values()].map(({ folder }) => folder).filter((folder) => folder !== '.')
    const project = own.find(({ name }) => members.get(name)?.folder === '.')
    const roots = own.map((locked) => ({
      folder: members.get(locked.name)?.folder.replace(/^\.$/, '') ?? '',
      name: locked.name,
      version: locked.version,
      requires: found.get(locked) ?? [],
    }))
    return listing.reading({
      ...(project === undefined ? {} : { project: { name: project.name, version: project.version } }),
      ...(roots.length === 0 ? {} : { roots }),
      workspaces,
    })
  },
}

function lockedPackages(text: string, work: WorkBudget): Locked[] {
  const root = parseToml(text, work)
  // Version 1 stores the project itself in a separate table.
  const first = valueAt(root, 'root')
  const tables = tablesAt(root, 'package')
  if (first === undefined && tables.length === 0 && valueAt(root, 'version') === undefined)
    throw new UnreadableManifest('neither-cargo-packages-nor-version')
  const lines = linesOfNames(text, 'package', tables)
  return [first, ...tables].flatMap((table, index) => {
    const name = textAt(table, 'name')
    const version = textAt(table, 'version')
    const source = textAt(table, 'source')
    if (name === undefined || version === undefined) return []
    // The same version can exist in both a registry and a repository.
    return [
      {
        key: source?.startsWith('git+') === true ? `${name}@${version} (${source})` : `${name}@${version}`,
        name,
        version,
        source,
        dependencies: textsAt(table, 'dependencies'),
        line: lines[index - 1],
      },
    ]
  })
}

/**
 * Returns a function that resolves a package's dependencies to keys: `name`, `name version`, or `name version
 * (source)`. Duplicate keys are removed. Otherwise, a list that repeats one name 650,000 times, for eight packages,
 * would produce 5,200,000 keys.
 */
function finder(packages: readonly Locked[], work: WorkBudget): (locked: Locked) => readonly string[] {
  const byName = new Map<string, Locked[]>()
  for (const locked of packages) {
    const known = byName.get(locked.name)
    if (known === undefined) byName.set(locked.name, [locked])
    else if (known.length < maxCandidates) known.push(locked)
  }
  const find = (dependency: string): readonly Locked[] => {
    const [name = '', version, source] = dependency.split(' ', 3)
    const candidates = byName.get(name) ?? []
    const sameVersion = version === undefined ? candidates : candidates.filter((locked) => locked.version === version)
    const sameSource = source === undefined ? [] : sameVersion.filter((locked) => `(${locked.source})` === source)
    return sameSource.length > 0 ? sameSource : sameVersion
  }
  return ({ dependencies }) => {
    const keys = new Set<string>()
    for (const dependency of new Set(dependencies)) {
      const meant = find(dependency)
      work.spend(1 + meant.length)
      for (const { key } of meant) keys.add(key)
    }
    return [...keys]
  }
}

/**
 * Returns the keys reached only through development dependencies. If a member's Cargo.toml is not found, all of its
 * dependencies count as runtime dependencies.
 */
function developmentOnly(
  packages: readonly Locked[],
  members: ReturnType<typeof findMembers>,
  requires: ReadonlyMap<string, readonly string[]>,
  work: WorkBudget,
): ReadonlySet<string> {
  const nameOf = new Map(packages.map(({ key, name }) => [key, name]))
  const use = new Set<string>()
  const development = new Set<string>()
  const own = new Set<string>()
  for (const { key, name, source } of packages) {
    if (source !== undefined || own.has(key)) continue
    own.add(key)
    const requests = members.get(name)?.requests
    const forUse = new Set(requests?.filter(({ dev }) => !dev).map((request) => request.name))
    for (const other of requires.get(key) ?? [])
      (requests === undefined || forUse.has(nameOf.get(other) ?? '') ? use : development).add(other)
  }
  const groups = [
    { group: 'use', keys: use },
    { group: 'dev', keys: development },
  ]
  // Stops at members, because their dependencies are already roots.
  const reached = groupsReaching(groups, (key) => (own.has(key) ? [] : (requires.get(key) ?? [])), work)
  return new Set([...reached].filter(([, by]) => !by.includes('use')).map(([key]) => key))
}
