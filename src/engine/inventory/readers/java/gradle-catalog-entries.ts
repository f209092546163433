import type { ManifestFile } from '../../manifest-reader.ts'
import { readBeside } from '../../read-beside.ts'
import { isTable, listAt, type Table, tableAt, textAt } from '../../syntax/document.ts'
import { parseToml } from '../../syntax/toml.ts'

export interface CatalogEntry {
  readonly name: string | undefined
  readonly requested: string | undefined
  /** True if the version is strict, that is, if it takes precedence over higher versions. */
  readonly isStrict?: true
}

/** Parses `group:artifact:version`, or a table with `module`, or with `group` and `name`. */
export function catalogLibrary(entry: unknown, versions: Table): CatalogEntry {
  const [ofModule, artifact, version] = (typeof entry === 'string' ? entry : (textAt(entry, 'module') ?? '')).split(':')
  const group = ofModule || textAt(entry, 'group')
  const name = artifact ?? textAt(entry, 'name')
  const stated = statedVersion(entry, versions)
  return {
    name: group && name ? `${group}:${name}` : undefined,
    requested: version ?? stated?.version,
    ...(stated?.isStrict === true && { isStrict: true }),
  }
}

/** Returns the marker artifact that Gradle resolves for a plugin. */
export function catalogPlugin(entry: unknown, versions: Table): CatalogEntry {
  const [ofText, version] = typeof entry === 'string' ? entry.split(':', 2) : []
  const id = ofText ?? textAt(entry, 'id')
  return {
    name: id ? `${id}:${id}.gradle.plugin` : undefined,
    requested: version ?? statedVersion(entry, versions)?.version,
  }
}

function statedVersion(entry: unknown, versions: Table) {
  const stated = isTable(entry) ? entry['version'] : undefined
  const reference = textAt(stated, 'ref')
  const version = reference === undefined ? stated : versions[reference]
  if (typeof version === 'string') return { version }
  const strict = textAt(version, 'strictly')
  if (strict !== undefined) return { version: textAt(version, 'prefer') ?? strict, isStrict: true }
  return { version: textAt(version, 'require') ?? textAt(version, 'prefer') }
}

/** Maximum number of folders above a build script to search for the catalog. */
const maxFoldersAbove = 8

/** Returns the libraries in a build's version catalog, by the accessor that follows `libs.` in build scripts. */
export function catalogOf(file: ManifestFile): ReadonlyMap<string, readonly CatalogEntry[]> | undefined {
  for (let above = 0; above <= maxFoldersAbove; above += 1) {
    const root = readBeside(file, `${'../'.repeat(above)}gradle/libs.versions.toml`, parseToml)
    if (root !== undefined) return accessors(root)
  }
  return undefined
}

const known = new WeakMap<object, ReadonlyMap<string, readonly CatalogEntry[]>>()

function accessors(root: Table): ReadonlyMap<string, readonly CatalogEntry[]> {
  const before = known.get(root)
  if (before !== undefined) return before
  const versions = tableAt(root, 'versions')
  const libraries = new Map<string, readonly CatalogEntry[]>()
  for (const [alias, entry] of Object.entries(tableAt(root, 'libraries')))
    libraries.set(accessorOf(alias), [catalogLibrary(entry, versions)])
  const bundles = Object.entries(tableAt(root, 'bundles')).map(([alias]): [string, readonly CatalogEntry[]] => [
    `bundles.${accessorOf(alias)}`,
    listAt(tableAt(root, 'bundles'), alias).flatMap((name) =>
      typeof name === 'string' ? (libraries.get(accessorOf(name)) ?? []) : [],
    ),
  ])
  const all = new Map([...libraries, ...bundles])
  known.set(root, all)
  return all
}

const accessorOf = (alias: string): string => alias.replaceAll(/[-_]/g, '.')
