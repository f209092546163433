import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { pathWithinProject } from '../../project-path.ts'
import { tableAt, textAt, valueAt } from '../../syntax/document.ts'
import { atLine } from '../../syntax/json-lines.ts'
import { parseYaml } from '../../syntax/yaml.ts'
import { linesOfYamlKeys } from '../../syntax/yaml-lines.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Reader for pub lockfiles, https://dart.dev/tools/pub/glossary#lockfile. They contain no dependency graph. Runs in
 * linear time.
 */
export const pubspecLock: ManifestReader = {
  id: 'pubspec-lock',
  ecosystem: 'Pub',
  kind: 'lockfile',
  names: ['pubspec.lock'],
  reads: (path) => posix.basename(path) === 'pubspec.lock',
  read(file) {
    const root = parseYaml(file.text, workOf(file))
    if (valueAt(root, 'packages') === undefined && valueAt(root, 'sdks') === undefined)
      throw new UnreadableManifest('neither-packages-nor-sdks')
    const lines = linesOfYamlKeys(file.text, workOf(file), { section: 'packages' })
    const listing = new Listing(workOf(file))
    for (const [name, entry] of Object.entries(tableAt(root, 'packages'))) {
      const version = textAt(entry, 'version')
      const dependency = textAt(entry, 'dependency') ?? 'transitive'
      const role = {
        name,
        dev: dependency === 'direct dev',
        groups: dependency === 'direct dev' ? ['dev'] : [],
        ...atLine(lines.get(name)),
      }
      const source = textAt(entry, 'source')
      // SDK packages have no versions of their own.
      if (source === 'sdk') continue
      const folder = source === 'path' ? (textAt(tableAt(entry, 'description'), 'path') ?? '') : undefined
      if (folder !== undefined) {
        if (pathWithinProject(file.path, folder) === undefined)
          listing.request({ ...role, requested: folder, reason: 'folder-outside' })
      } else if (version === undefined)
        listing.request({ ...role, requested: '(nothing)', reason: 'lockfile-without-version' })
      else listing.add({ ...role, version, direct: dependency.startsWith('direct') })
    }
    return listing.reading()
  },
}
