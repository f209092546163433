import { posix } from 'node:path'
import type { DependencyReason } from '../../reasons/dependency-reasons.ts'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { listAt, tableAt, textAt, textsAt } from '../../syntax/document.ts'
import { parseToml, tablesAt } from '../../syntax/toml.ts'
import { workOf } from '../../work-budget.ts'
import { isDevelopmentGroup } from './development-groups.ts'
import { entriesByName, type LockedEntry, lockedEntries, placeOf } from './locked-entries.ts'
import { otherSource } from './pyproject-requests.ts'

/**
 * Reader for standard Python lockfiles, https://packaging.python.org/en/latest/specifications/pylock-toml/. Runs in
 * linear time.
 */
export const pylock: ManifestReader = {
  id: 'pylock',
  ecosystem: 'PyPI',
  kind: 'lockfile',
  names: ['pylock.toml', 'pylock.<name>.toml'],
  reads: (path) => /^pylock\.(?:[^.]+\.)?toml$/.test(posix.basename(path)),
  read(file) {
    const root = parseToml(file.text, workOf(file))
    if (textAt(root, 'lock-version') === undefined) throw new UnreadableManifest('no-lock-version')
    const entries = lockedEntries(file.text, 'packages', tablesAt(root, 'packages'))
    const find = entriesByName(entries)
    const byDefault = new Set(textsAt(root, 'default-groups'))
    const listing = new Listing(workOf(file))
    for (const entry of entries) {
      const role = { ...roleByMarker(textAt(entry.table, 'marker') ?? '', byDefault), ...placeOf(entry) }
      const source = otherSource(file.path, tableAt(entry.table, 'directory'))
      if (source === 'within the project') continue
      if (source !== undefined) listing.request({ ...role, name: entry.name, ...source })
      else if (entry.version === '')
        listing.request({ ...role, name: entry.name, ...sourceWithoutVersion(file.path, entry) })
      else listing.add({ ...role, name: entry.name, version: entry.version, requires: neighbours(entry, find) })
    }
    return listing.reading()
  },
}

const neighbours = ({ table }: LockedEntry, find: ReturnType<typeof entriesByName>): string[] =>
  listAt(table, 'dependencies').flatMap((dependency) => {
    const name = textAt(dependency, 'name')
    return name === undefined ? [] : find(name, textAt(dependency, 'version')).map(({ key }) => key)
  })

function sourceWithoutVersion(
  path: string,
  { table }: LockedEntry,
): { readonly requested: string; readonly reason: DependencyReason } {
  const repository = textAt(tableAt(table, 'vcs'), 'url')
  const source = otherSource(path, repository === undefined ? tableAt(table, 'archive') : { git: repository })
  return typeof source === 'object' ? source : { requested: '(nothing)', reason: 'lockfile-without-version' }
}

/**
 * Returns a package's role. It depends only on the conditions `'x' in dependency_groups` and `'x' in extras`. A package
 * without either condition is always installed.
 */
function roleByMarker(
  marker: string,
  byDefault: ReadonlySet<string>,
): { readonly dev: boolean; readonly groups: readonly string[] } {
  const groups = [...marker.slice(0, 10_000).matchAll(/["']([^"']{1,100})["'] in (dependency_groups|extras)\b/g)].map(
    (match) => ({ name: match[1] ?? '', isExtra: match[2] === 'extras' }),
  )
  if (groups.length === 0 || groups.some(({ name, isExtra }) => !isExtra && byDefault.has(name)))
    return { dev: false, groups: [] }
  return {
    dev: groups.every(({ name, isExtra }) => !isExtra || isDevelopmentGroup(name)),
    groups: [...new Set(groups.map(({ name }) => name))],
  }
}
