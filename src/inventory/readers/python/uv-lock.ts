import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import { type ManifestReader, UnreadableManifest } from '../../manifest-reader.ts'
import { pathWithinProject } from '../../project-path.ts'
import { groupsReaching, type Roots } from '../../reach.ts'
import { listAt, tableAt, textAt, valueAt } from '../../syntax/document.ts'
import { parseToml, tablesAt } from '../../syntax/toml.ts'
import { entriesByName, type LockedEntry, lockedEntries, placeOf } from './locked-entries.ts'
import { roleByGroups } from './pyproject-roots.ts'
import { reasons } from './requested-package.ts'

/**
 * Version 1 of the format in all its revisions, https://docs.astral.sh/uv/concepts/projects/layout/#the-lockfile. Entries whose source is
 * a folder are the project and the members of its workspace: they are the roots, not packages.
 */
export const uvLock: ManifestReader = {
  id: 'uv-lock',
  ecosystem: 'PyPI',
  kind: 'lockfile',
  names: ['uv.lock'],
  reads: (path) => posix.basename(path) === 'uv.lock',
  read(file) {
    const root = parseToml(file.text)
    if (typeof valueAt(root, 'version') !== 'number') throw new UnreadableManifest('names no version of the format of uv')
    const entries = lockedEntries(file.text, 'package', tablesAt(root, 'package'))
    const find = entriesByName(entries)
    const roots = entries.filter((entry) => folderOf(entry) !== undefined)
    const requires = new Map<string, readonly string[]>(entries.map((entry) => [entry.key, brings(entry, find)]))
    const groups = rootGroups(root, roots, find)
    const reached = groupsReaching(groups, (key) => requires.get(key) ?? [])
    const direct = new Set(groups.flatMap(({ keys }) => [...keys]))
    const development = new Set(groups.filter(({ isForDevelopment }) => isForDevelopment).map(({ group }) => group))
    const listing = new Listing()
    for (const entry of entries) {
      const folder = folderOf(entry)
      const role = { ...roleByGroups(reached.get(entry.key) ?? [], (group) => development.has(group)), ...placeOf(entry) }
      if (folder !== undefined) {
        if (pathWithinProject(file.path, folder) === undefined) listing.request({ ...role, name: entry.name, requested: folder, reason: reasons.folder })
      } else if (entry.version === '') listing.request({ ...role, name: entry.name, requested: '(nothing)', reason: 'the lockfile names no version' })
      else listing.add({ ...role, name: entry.name, version: entry.version, requires: requires.get(entry.key) ?? [], ...(roots.length === 0 ? {} : { direct: direct.has(entry.key) }) })
    }
    const project = roots.find((entry) => folderOf(entry) === '.')
    const members = roots.map((entry) => folderOf(entry) ?? '').filter((folder) => pathWithinProject(file.path, folder) !== undefined)
    return listing.reading({
      ...(project === undefined ? {} : { project: named(project) }),
      ...(roots.length === 0 ? {} : { roots: roots.map((entry) => ({ folder: (folderOf(entry) ?? '').replace(/^\.$/, ''), ...named(entry), requires: [...(requires.get(entry.key) ?? []), ...forDevelopment(entry, find)] })) }),
      workspaces: members.filter((folder) => folder !== '.'),
    })
  },
}

/** The folder that an entry's source is; undefined when it comes from an index, a repository or an address. */
function folderOf({ table }: LockedEntry): string | undefined {
  const source = tableAt(table, 'source')
  return textAt(source, 'editable') ?? textAt(source, 'virtual') ?? textAt(source, 'directory')
}

const named = ({ name, version }: LockedEntry): { readonly name: string; readonly version?: string } => ({ name, ...(version === '' ? {} : { version }) })

type Find = ReturnType<typeof entriesByName>

/** What an entry brings for use: its dependencies, and those of its extras, which stand in the file only when somebody asks for them. */
const brings = ({ table }: LockedEntry, find: Find): string[] => [listAt(table, 'dependencies'), ...Object.values(tableAt(table, 'optional-dependencies'))].flatMap((list) => keysOf(list, find))

const forDevelopment = ({ table }: LockedEntry, find: Find): string[] => Object.values(tableAt(table, 'dev-dependencies')).flatMap((list) => keysOf(list, find))

const keysOf = (list: unknown, find: Find): string[] =>
  Array.isArray(list)
    ? list.flatMap((dependency) => {
        const name = textAt(dependency, 'name')
        return name === undefined ? [] : find(name, textAt(dependency, 'version')).map(({ key }) => key)
      })
    : []

/** What the project and the members of its workspace ask for: the main group `''`, extras, and groups for development. */
function rootGroups(root: unknown, roots: readonly LockedEntry[], find: Find): (Roots & { readonly keys: ReadonlySet<string>; readonly isForDevelopment: boolean })[] {
  const groups = new Map([['', { group: '', keys: new Set<string>(), isForDevelopment: false }]])
  const add = (group: string, isForDevelopment: boolean, list: unknown): void => {
    const known = groups.get(group) ?? { group, keys: new Set<string>(), isForDevelopment }
    groups.set(group, known)
    for (const key of keysOf(list, find)) known.keys.add(key)
  }
  for (const { table } of roots) {
    add('', false, valueAt(table, 'dependencies'))
    for (const [extra, list] of Object.entries(tableAt(table, 'optional-dependencies'))) add(extra, false, list)
  }
  for (const { table } of roots) for (const [group, list] of Object.entries(tableAt(table, 'dev-dependencies'))) add(group, true, list)
  // A workspace without a project of its own keeps the groups of its root here.
  for (const [group, list] of Object.entries(tableAt(root, 'manifest', 'dependency-groups'))) add(group, true, list)
  return [...groups.values()]
}
