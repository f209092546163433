import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { tableAt } from '../../syntax/document.ts'
import { atLine } from '../../syntax/json-lines.ts'
import { parseToml } from '../../syntax/toml.ts'
import { linesInToml } from '../../syntax/toml-lines.ts'
import { workOf } from '../../work-budget.ts'
import { catalogLibrary, catalogPlugin } from './gradle-catalog-entries.ts'
import { exactMavenVersion } from './maven-version.ts'

/**
 * Reader for Gradle version catalogs, https://docs.gradle.org/current/userguide/version_catalogs.html. They list the
 * libraries and plugins that a build can use. Gradle selects the highest version that any dependency requires, so a
 * lockfile is more accurate. Runs in linear time.
 */
export const gradleCatalog: ManifestReader = {
  id: 'gradle-catalog',
  ecosystem: 'Maven',
  kind: 'manifest',
  names: ['gradle/libs.versions.toml'],
  reads: (path) => posix.basename(path).endsWith('.versions.toml'),
  read(file) {
    const work = workOf(file)
    const root = parseToml(file.text, work)
    const lines = linesInToml(file.text, work)
    const versions = tableAt(root, 'versions')
    const listing = new Listing(work)
    for (const { part, group } of [
      { part: 'libraries', group: 'catalog' },
      { part: 'plugins', group: 'plugin' },
    ]) {
      for (const [alias, entry] of Object.entries(tableAt(root, part))) {
        const { name, requested } =
          part === 'libraries' ? catalogLibrary(entry, versions) : catalogPlugin(entry, versions)
        const role = { dev: part === 'plugins', groups: [group], ...atLine(lines.at(part, alias)) }
        const version = requested === undefined ? undefined : exactMavenVersion(requested)
        if (name === undefined)
          listing.request({ ...role, name: alias, requested: '(nothing)', reason: 'entry-not-parsed' })
        else if (version !== undefined) listing.add({ ...role, name, version, direct: true })
        else
          listing.request({
            ...role,
            name,
            requested: requested ?? '(nothing)',
            reason: requested === undefined ? 'catalog-without-version' : 'catalog-range',
          })
      }
    }
    return listing.reading()
  },
}
