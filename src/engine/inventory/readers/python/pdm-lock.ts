import { posix } from 'node:path'
import { normalProjectName } from '../../../sources/python-packaging/project-name.ts'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { readBeside } from '../../read-beside.ts'
import { isTable, textsAt, valueAt } from '../../syntax/document.ts'
import { parseToml, tablesAt } from '../../syntax/toml.ts'
import { workOf } from '../../work-budget.ts'
import { isDevelopmentGroup } from './development-groups.ts'
import { entriesByName, type LockedEntry, lockedEntries, placeOf } from './locked-entries.ts'
import { otherSource } from './pyproject-requests.ts'
import { isAskedFor, pyprojectRoots, reachedGroups, roleByGroups } from './pyproject-roots.ts'
import { readRequirement } from './requirement.ts'

/**
 * Reader for PDM lockfiles, versions 3 to 4.5. Since 4.4, entries list their groups. For earlier versions, the groups
 * come from the pyproject.toml next to it. Linear in the text, and in the reached packages for each group.
 */
export const pdmLock: ManifestReader = {
  id: 'pdm-lock',
  ecosystem: 'PyPI',
  kind: 'lockfile',
  names: ['pdm.lock'],
  reads: (path) => posix.basename(path) === 'pdm.lock',
  read(file) {
    const root = parseToml(file.text, workOf(file))
    const tables = tablesAt(root, 'package')
    if (tables.length === 0 && !isTable(valueAt(root, 'metadata')))
      throw new UnreadableManifest('neither-packages-nor-pdm-metadata')
    const entries = lockedEntries(file.text, 'package', tables)
    const find = entriesByName(entries)
    const requires = new Map<string, string[]>()
    // For the same version, an entry with extras is separate from the entry without extras.
    for (const entry of entries) {
      const known = requires.get(entry.key)
      if (known === undefined) requires.set(entry.key, neighbours(entry, find))
      else for (const key of neighbours(entry, find)) known.push(key)
    }
    const roots = readBeside(file, 'pyproject.toml', pyprojectRoots)
    const reached =
      roots === undefined ? undefined : reachedGroups(roots, find, (key) => requires.get(key) ?? [], workOf(file))
    const isForDevelopment = (group: string): boolean =>
      isDevelopmentGroup(group) || roots?.extras.has(normalProjectName(group)) === false
    const listing = new Listing(workOf(file))
    for (const entry of entries) {
      const stated = textsAt(entry.table, 'groups').map((group) => (group === 'default' ? '' : group))
      const role = {
        ...roleByGroups(stated.length > 0 ? stated : (reached?.get(entry.key) ?? []), isForDevelopment),
        ...placeOf(entry),
      }
      const source = otherSource(file.path, { path: valueAt(entry.table, 'path') })
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
 * Returns the keys of an entry's dependencies, which are stated in PEP 508 notation. A dependency on the same name
 * refers to the entry without extras.
 */
function neighbours({ key, table }: LockedEntry, find: ReturnType<typeof entriesByName>): string[] {
  return textsAt(table, 'dependencies').flatMap((text) => {
    const requirement = readRequirement(text)
    return requirement === undefined
      ? []
      : find(requirement.name, requirement.version).flatMap((entry) => (entry.key === key ? [] : [entry.key]))
  })
}
