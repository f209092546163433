import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { isTable, listAt, textAt } from '../../syntax/document.ts'
import { atLine, linesInJson } from '../../syntax/json-lines.ts'
import { parseJson } from '../../syntax/json.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Reader for vcpkg manifests, https://learn.microsoft.com/en-us/vcpkg/reference/vcpkg-json. `overrides` have exact
 * versions, and the registry baseline determines all others. OSV has no advisories for vcpkg. Runs in linear time.
 */
export const vcpkgJson: ManifestReader = {
  id: 'vcpkg-json',
  ecosystem: 'vcpkg',
  kind: 'manifest',
  isInstalledByItself: true,
  names: ['vcpkg.json'],
  reads: (path) => posix.basename(path) === 'vcpkg.json',
  read(file) {
    const work = workOf(file)
    const root = parseJson(file.text, work)
    const lines = linesInJson(
      file.text,
      (depth, key) => depth === 1 || (depth === 0 && (key === 'dependencies' || key === 'overrides')),
      work,
    )
    const listing = new Listing(work)
    const versions = new Map<string, string>()
    for (const [index, override] of listAt(root, 'overrides').entries()) {
      const name = textAt(override, 'name')
      const version = textAt(override, 'version') ?? textAt(override, 'version-semver')
      const stated = version ?? textAt(override, 'version-string') ?? textAt(override, 'version-date')
      if (name === undefined || stated === undefined) continue
      versions.set(name, stated)
      const role = { name, dev: false, groups: [], ...atLine(lines.at('overrides', String(index))) }
      listing.add({ ...role, version: stated.replace(/#\d+$/, '') })
    }
    for (const [index, dependency] of listAt(root, 'dependencies').entries()) {
      const name = isTable(dependency) ? textAt(dependency, 'name') : dependency
      if (typeof name !== 'string' || name === '' || versions.has(name)) continue
      listing.request({
        name,
        requested: textAt(dependency, 'version>=') ?? '(nothing)',
        dev: isTable(dependency) && dependency['host'] === true,
        groups: [],
        reason: 'registry-baseline',
        ...atLine(lines.at('dependencies', String(index))),
      })
    }
    const name = textAt(root, 'name')
    const version = textAt(root, 'version') ?? textAt(root, 'version-string') ?? textAt(root, 'version-semver')
    return listing.reading(name === undefined ? {} : { project: { name, ...(version !== undefined && { version }) } })
  },
}
