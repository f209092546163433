import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { isTable, type Table, tableAt, textAt } from '../../syntax/document.ts'
import { atLine } from '../../syntax/json-lines.ts'
import { parseToml } from '../../syntax/toml.ts'
import { linesInToml } from '../../syntax/toml-lines.ts'
import { workOf } from '../../work-budget.ts'
import { exactMavenVersion } from './maven-version.ts'

/**
 * Version catalog of Gradle, https://docs.gradle.org/current/userguide/version_catalogs.html: libraries and plugins
 * that a build can use. Gradle chooses the highest version that any dependency requests, so a lockfile is more exact.
 * Linear.
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
        const { name, requested } = part === 'libraries' ? library(entry, versions) : plugin(entry, versions)
        const role = { dev: part === 'plugins', groups: [group], ...atLine(lines.at(part, alias)) }
        const version = requested === undefined ? undefined : exactMavenVersion(requested)
        if (name === undefined)
          listing.request({ ...role, name: alias, requested: '(nothing)', reason: 'its entry could not be parsed' })
        else if (version !== undefined) listing.add({ ...role, name, version, direct: true })
        else
          listing.request({
            ...role,
            name,
            requested: requested ?? '(nothing)',
            reason:
              requested === undefined
                ? 'the catalog has no version; a platform sets it'
                : 'the catalog has a version range, and no lockfile pins the version',
          })
      }
    }
    return listing.reading()
  },
}

interface CatalogEntry {
  readonly name: string | undefined
  readonly requested: string | undefined
}

/** `group:artifact:version`, or a table with `module`, or `group` and `name`. */
function library(entry: unknown, versions: Table): CatalogEntry {
  const [ofModule, artifact, version] = (typeof entry === 'string' ? entry : (textAt(entry, 'module') ?? '')).split(':')
  const group = ofModule || textAt(entry, 'group')
  const name = artifact ?? textAt(entry, 'name')
  return { name: group && name ? `${group}:${name}` : undefined, requested: version ?? versionOf(entry, versions) }
}

/** The marker artifact that Gradle requests for a plugin. */
function plugin(entry: unknown, versions: Table): CatalogEntry {
  const [ofText, version] = typeof entry === 'string' ? entry.split(':', 2) : []
  const id = ofText ?? textAt(entry, 'id')
  return { name: id ? `${id}:${id}.gradle.plugin` : undefined, requested: version ?? versionOf(entry, versions) }
}

function versionOf(entry: unknown, versions: Table): string | undefined {
  const stated = isTable(entry) ? entry['version'] : undefined
  const reference = textAt(stated, 'ref')
  const version = reference === undefined ? stated : versions[reference]
  if (typeof version === 'string') return version
  return textAt(version, 'strictly') ?? textAt(version, 'require') ?? textAt(version, 'prefer')
}
