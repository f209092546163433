import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ListedRoot, ManifestFile, ManifestReader, ManifestReading } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { pathWithinProject } from '../../project-path.ts'
import { groupsReaching, type Roots } from '../../reach.ts'
import { listAt, tableAt, textAt, textsAt, valueAt } from '../../syntax/document.ts'
import { parseToml, tablesAt } from '../../syntax/toml.ts'
import { workOf } from '../../work-budget.ts'
import { isDevelopmentGroup } from './development-groups.ts'
import { entriesByName, type LockedEntry, lockedEntries, placeOf } from './locked-entries.ts'
import { roleByGroups } from './pyproject-roots.ts'

/**
 * Reader for uv lockfiles, version 1 in all revisions,
 * https://docs.astral.sh/uv/concepts/projects/layout/#the-lockfile. Entries whose source is a folder are the project
 * and its workspace members, which are roots instead of packages. Linear in the text, and in the reached packages for
 * each group.
 */
export const uvLock: ManifestReader = {
  id: 'uv-lock',
  ecosystem: 'PyPI',
  kind: 'lockfile',
  names: ['uv.lock'],
  reads: (path) => posix.basename(path) === 'uv.lock',
  read: readUvLock,
}

/**
 * Parses the uv lockfile of a project and its workspace, or of a single script. In the latter case, the script is the
 * only root.
 */
export function readUvLock(file: ManifestFile): ManifestReading {
  const root = parseToml(file.text, workOf(file))
  if (typeof valueAt(root, 'version') !== 'number') throw new UnreadableManifest('no-uv-version')
  const entries = lockedEntries(file.text, 'package', tablesAt(root, 'package'))
  const find = entriesByName(entries)
  const roots = entries.filter((entry) => folderOf(entry) !== undefined)
  const requires = new Map<string, readonly string[]>(entries.map((entry) => [entry.key, brings(entry, find)]))
  const ofScript = listAt(tableAt(root, 'manifest'), 'requirements')
  const groups = rootGroups(root, roots, find)
  const steps = new Map(entries.flatMap((entry) => stepsFrom(entry, find)))
  const reached = groupsReaching([...groups.values()], (key) => steps.get(key) ?? [], workOf(file))
  const direct = new Set([...groups.values()].flatMap(({ keys }) => [...keys]))
  const listing = new Listing(workOf(file))
  const listedRoots = [
    ...roots.map((entry) => rootOf(entry, brings(entry, find), find)),
    ...(ofScript.length === 0
      ? []
      : [{ folder: '', name: posix.basename(file.path, '.lock'), requires: keysOf(ofScript, find) }]),
  ]
  for (const entry of entries) {
    const folder = folderOf(entry)
    const role = { ...roleOf(reached.get(entry.key) ?? [], groups), ...placeOf(entry) }
    if (folder !== undefined) {
      if (pathWithinProject(file.path, folder) === undefined)
        listing.request({ ...role, name: entry.name, requested: folder, reason: 'folder-or-archive-outside' })
    } else if (entry.version === '')
      listing.request({ ...role, name: entry.name, requested: '(nothing)', reason: 'lockfile-without-version' })
    else
      listing.add({
        ...role,
        name: entry.name,
        version: entry.version,
        requires: requires.get(entry.key) ?? [],
        ...(listedRoots.length === 0 ? {} : { direct: direct.has(entry.key) }),
      })
  }
  const project = roots.find((entry) => folderOf(entry) === '.')
  const members = roots
    .map((entry) => folderOf(entry) ?? '')
    .filter((folder) => pathWithinProject(file.path, folder) !== undefined)
  return listing.reading({
    ...(project === undefined ? {} : { project: named(project) }),
    ...(listedRoots.length === 0 ? {} : { roots: listedRoots }),
    workspaces: members.filter((folder) => folder !== '.'),
  })
}

function rootOf(entry: LockedEntry, needed: readonly string[], find: Find): ListedRoot {
  const isNeeded = new Set(needed)
  const developed = forDevelopment(entry, find)
  return {
    folder: (folderOf(entry) ?? '').replace(/^\.$/, ''),
    ...named(entry),
    requires: [...needed, ...developed],
    forDevelopment: developed.filter((key) => !isNeeded.has(key)),
  }
}

/**
 * Returns an entry's folder if its source is a folder. Returns undefined if the source is an index, a repository, or a
 * URL.
 */
function folderOf({ table }: LockedEntry): string | undefined {
  const source = tableAt(table, 'source')
  return textAt(source, 'editable') ?? textAt(source, 'virtual') ?? textAt(source, 'directory')
}

const named = ({ name, version }: LockedEntry): { readonly name: string; readonly version?: string } => ({
  name,
  ...(version === '' ? {} : { version }),
})

type Find = ReturnType<typeof entriesByName>

/**
 * Returns an entry's runtime dependencies, including those of its extras. All of its extras count, because the file
 * only contains extras that are requested.
 */
const brings = ({ table }: LockedEntry, find: Find): string[] =>
  [listAt(table, 'dependencies'), ...Object.values(tableAt(table, 'optional-dependencies'))].flatMap((list) =>
    keysOf(list, find),
  )

const forDevelopment = ({ table }: LockedEntry, find: Find): string[] =>
  Object.values(tableAt(table, 'dev-dependencies')).flatMap((list) => keysOf(list, find))

const keysOf = (list: unknown, find: Find): string[] => dependenciesIn(list, find).map(({ key }) => key)

/** Returns the entries in a dependency list, with the requested extras. */
function dependenciesIn(list: unknown, find: Find): { readonly key: string; readonly extras: readonly string[] }[] {
  return (Array.isArray(list) ? list : []).flatMap((dependency) => {
    const name = textAt(dependency, 'name')
    const extras = textsAt(dependency, 'extra')
    return name === undefined ? [] : find(name, textAt(dependency, 'version')).map(({ key }) => ({ key, extras }))
  })
}

/** Returns the key for an entry combined with one of its extras. This key has the extra's dependencies. */
const withExtra = (key: string, extra: string): string => `${key}[${extra}]`

/** Returns the targets of a dependency list: entries, and their requested extras. */
const stepsOf = (list: unknown, find: Find): string[] =>
  dependenciesIn(list, find).flatMap(({ key, extras }) => [key, ...extras.map((extra) => withExtra(key, extra))])

const stepsFrom = ({ key, table }: LockedEntry, find: Find): (readonly [string, readonly string[]])[] => [
  [key, stepsOf(listAt(table, 'dependencies'), find)],
  ...Object.entries(tableAt(table, 'optional-dependencies')).map(
    ([extra, list]) => [withExtra(key, extra), stepsOf(list, find)] as const,
  ),
]

/** Root dependencies under one group name. */
interface RootGroup extends Roots {
  /** Group name in the file. The main group is `''`. */
  readonly name: string
  readonly keys: Set<string>
  readonly isForDevelopment: boolean
}

/**
 * Returns the dependencies of the project and its workspace members: the main group, extras, and development groups.
 * Extras and development groups are kept apart, because they may have the same name.
 */
function rootGroups(root: unknown, roots: readonly LockedEntry[], find: Find): ReadonlyMap<string, RootGroup> {
  const groups = new Map<string, RootGroup>([['', { group: '', name: '', keys: new Set(), isForDevelopment: false }]])
  const add = (name: string, kind: 'extra' | 'group' | 'main', list: unknown): void => {
    const group = kind === 'main' ? '' : `${kind} ${name}`
    const isForDevelopment = kind === 'group' || (kind === 'extra' && isDevelopmentGroup(name))
    const known = groups.get(group) ?? { group, name, keys: new Set<string>(), isForDevelopment }
    groups.set(group, known)
    for (const key of stepsOf(list, find)) known.keys.add(key)
  }
  for (const { table } of roots) {
    add('', 'main', valueAt(table, 'dependencies'))
    for (const [extra, list] of Object.entries(tableAt(table, 'optional-dependencies'))) add(extra, 'extra', list)
  }
  for (const { table } of roots)
    for (const [group, list] of Object.entries(tableAt(table, 'dev-dependencies'))) add(group, 'group', list)
  // A script's direct dependencies.
  add('', 'main', listAt(tableAt(root, 'manifest'), 'requirements'))
  // If a workspace has no root project, its root's groups are stored here.
  for (const [group, list] of Object.entries(tableAt(root, 'manifest', 'dependency-groups'))) add(group, 'group', list)
  return groups
}

function roleOf(reached: readonly string[], groups: ReadonlyMap<string, RootGroup>): ReturnType<typeof roleByGroups> {
  const role = roleByGroups(reached, (group) => groups.get(group)?.isForDevelopment === true)
  return { ...role, groups: [...new Set(role.groups.map((group) => groups.get(group)?.name ?? group))] }
}
