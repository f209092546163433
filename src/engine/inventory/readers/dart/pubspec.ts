import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { pathWithinProject } from '../../project-path.ts'
import { tableAt, textAt, valueAt } from '../../syntax/document.ts'
import { atLine } from '../../syntax/json-lines.ts'
import { parseYaml } from '../../syntax/yaml.ts'
import { linesOfYamlKeys } from '../../syntax/yaml-lines.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Reader for pub manifests, https://dart.dev/tools/pub/pubspec. A version without an operator is exact. Runs in linear
 * time.
 */
export const pubspec: ManifestReader = {
  id: 'pubspec',
  ecosystem: 'Pub',
  kind: 'manifest',
  names: ['pubspec.yaml'],
  reads: (path) => posix.basename(path) === 'pubspec.yaml',
  read(file) {
    const root = parseYaml(file.text, workOf(file))
    const listing = new Listing(workOf(file))
    for (const { key, dev, groups } of [
      { key: 'dependencies', dev: false, groups: [] },
      { key: 'dev_dependencies', dev: true, groups: ['dev'] },
    ]) {
      const lines = linesOfYamlKeys(file.text, workOf(file), { section: key })
      for (const [name, entry] of Object.entries(tableAt(root, key))) {
        const role = { name, dev, groups, ...atLine(lines.get(name)) }
        const requested = typeof entry === 'string' ? entry : (textAt(entry, 'version') ?? '')
        const folder = textAt(entry, 'path')
        if (valueAt(entry, 'sdk') !== undefined) continue
        if (folder !== undefined) {
          if (pathWithinProject(file.path, folder) === undefined)
            listing.request({ ...role, requested: folder, reason: 'folder-outside' })
        } else if (valueAt(entry, 'git') !== undefined)
          listing.request({
            ...role,
            requested: textAt(entry, 'git') ?? textAt(tableAt(entry, 'git'), 'url') ?? 'git',
            reason: 'git-repository',
          })
        else if (/^\d+\.\d+\.\d+[0-9A-Za-z.+-]{0,100}$/.test(requested))
          listing.add({ ...role, version: requested, direct: true })
        else listing.request({ ...role, requested: requested || 'any', reason: 'no-lockfile' })
      }
    }
    const name = textAt(root, 'name')
    const version = textAt(root, 'version')
    return listing.reading(
      name === undefined ? {} : { project: { name, ...(version === undefined ? {} : { version }) } },
    )
  },
}
