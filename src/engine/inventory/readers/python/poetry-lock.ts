import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { readBeside } from '../../read-beside.ts'
import { isTable, tableAt, textAt, textsAt, valueAt } from '../../syntax/document.ts'
import { parseToml, tablesAt } from '../../syntax/toml.ts'
import { workOf } from '../../work-budget.ts'
import { isDevelopmentGroup } from './development-groups.ts'
import { entriesByName, type LockedEntry, lockedEntries, placeOf } from './locked-entries.ts'
import { otherSource } from './pyproject-requests.ts'
import { isAskedFor, pyprojectRoots, reachedGroups, roleByGroups } from './pyproject-roots.ts'

/**
 * Reader for Poetry lockfiles, versions 1.0 to 2.1. Versions 1.x state a category, and 2.1 states the groups. Version
 * 2.0 states neither, so the groups come from the pyproject.toml next to it. Runs in time linear in the length of the
 * text plus, for each group, the number of packages reached.
 */
export const poetryLock: ManifestReader = {
  id: 'poetry-lock',
  ecosystem: 'PyPI',
  kind: 'lockfile',
  names: ['poetry.lock'],
  reads: (path) => posix.basename(path) === 'poetry.lock',
  read(file) {
    const root = parseToml(file.text, workOf(file))
    const tables = tablesAt(root, 'package')
    if (tables.length === 0 && !isTable(valueAt(root, 'metadata')))
      throw new UnreadableManifest('neither-packages-nor-poetry-metadata')
    const entries = lockedEntries(file.text, 'package', tables)
    const find = entriesByName(entries)
    const requires = new Map(entries.map((entry) => [entry.key, neighbours(entry, find)]))
    const roots = readBeside(file, 'pyproject.toml', pyprojectRoots)
    const reached =
      roots === undefined ? undefined : reachedGroups(roots, find, (key) => requires.get(key) ?? [], workOf(file))
    const listing = new Listing(workOf(file))
    for (const entry of entries) {
      const groups = statedGroups(entry) ?? reached?.get(entry.key) ?? []
      const role = {
        ...roleByGroups(groups, (group) => isDevelopmentGroup(group) || roots?.extras.has(group) !== true),
        ...placeOf(entry),
      }
      const source = sourceOf(file.path, entry)
      if (source === 'within the project') continue
      if (source !== undefined) listing.request({ ...role, name: entry.name, ...source })
      else if (entry.version === '')
        listing.request({ ...role, name: entry.name, requested: '(nothing)', reason: 'lockfile-without-version' })
      else
        listing.add({
          ...role,
          name: entry.name,
          version: entry.version,
          requires: requires.get(entry.key) ?? [],
          ...(roots === undefined ? {} : { direct: isAskedFor(roots, entry.name) }),
        })
    }
    return listing.reading(roots?.project === undefined ? {} : { project: roots.project })
  },
}

/**
 * Returns the groups stated in the lockfile, with `''` for the main group. Returns undefined if the entry states no
 * groups.
 */
function statedGroups({ table }: LockedEntry): readonly string[] | undefined {
  const category = textAt(table, 'category')
  const groups = category === undefined ? textsAt(table, 'groups') : [category]
  return groups.length === 0 ? undefined : groups.map((group) => (group === 'main' ? '' : group))
}

const neighbours = ({ table }: LockedEntry, find: ReturnType<typeof entriesByName>): string[] =>
  Object.keys(tableAt(table, 'dependencies')).flatMap((name) => find(name).map(({ key }) => key))

/**
 * Returns an entry's source. A fork in a repository keeps its name and version, which are then matched with advisories.
 * A folder is described by its own manifest.
 */
function sourceOf(path: string, { table }: LockedEntry): ReturnType<typeof otherSource> {
  const source = tableAt(table, 'source')
  const type = textAt(source, 'type')
  if (type === 'directory') return otherSource(path, { path: textAt(source, 'url') ?? '' })
  return type === 'file' ? { requested: textAt(source, 'url') ?? '', reason: 'folder-or-archive-outside' } : undefined
}
