import { isTable, listAt, type Table, tableAt, textAt, textsAt, valueAt } from '../inventory/syntax/document.ts'
import type { DeclaredPackage, ProjectFacts } from '../model/project-facts.ts'
import { kept } from './project-files.ts'
import { repositoryAddress } from './repository-address.ts'

/** Facts declared in a manifest. Undeclared facts are absent. */
export type ManifestFacts = Partial<
  Pick<
    ProjectFacts,
    | 'name'
    | 'description'
    | 'packageVersion'
    | 'homepage'
    | 'repository'
    | 'licence'
    | 'deprecated'
    | 'requiresPython'
    | 'engines'
    | 'hasTypes'
  >
> & {
  readonly keywords: readonly string[]
  readonly platforms: readonly string[]
  readonly bin: readonly string[]
  /** Version ranges of runtime dependencies by package name, as written. */
  readonly dependencies: Readonly<Record<string, string>>
}

/** Reads the facts in a `package.json`. */
export function npmFacts(manifest: Table): ManifestFacts {
  const repository = valueAt(manifest, 'repository')
  const address = isTable(repository) ? textAt(repository, 'url') : textAt(manifest, 'repository')
  const declared =
    address === undefined
      ? undefined
      : repositoryAddress(address, isTable(repository) ? textAt(repository, 'directory') : undefined)
  const bin = valueAt(manifest, 'bin')
  const name = kept(manifest['name'], 300)
  const deprecated = valueAt(manifest, 'deprecated')
  return {
    ...texts({
      name,
      description: kept(manifest['description'], 2_000),
      packageVersion: kept(manifest['version'], 300),
      homepage: kept(manifest['homepage'], 2_048),
      licence: licenceOf(manifest),
      deprecated: deprecated === true ? 'deprecated' : kept(deprecated, 2_000),
    }),
    ...(declared && { repository: declared }),
    keywords: textsAt(manifest, 'keywords'),
    platforms: [...textsAt(manifest, 'os'), ...textsAt(manifest, 'cpu')],
    bin: isTable(bin)
      ? Object.keys(bin)
      : typeof bin === 'string' && name !== undefined
        ? [name.replace(/^@[^/]*\//, '')]
        : [],
    engines: stringsOf(tableAt(manifest, 'engines')),
    hasTypes: textAt(manifest, 'types') !== undefined || textAt(manifest, 'typings') !== undefined,
    dependencies: {
      ...stringsOf(tableAt(manifest, 'peerDependencies')),
      ...stringsOf(tableAt(manifest, 'optionalDependencies')),
      ...stringsOf(tableAt(manifest, 'dependencies')),
    },
  }
}

/** Returns the package declared by a `package.json`, or undefined if it has no name. */
export function npmPackage(manifest: Table, folder: string): DeclaredPackage | undefined {
  const name = textAt(manifest, 'name')
  if (name === undefined || name.length > 300) return undefined
  const version = kept(manifest['version'], 300)
  return {
    ecosystem: 'npm',
    name,
    folder,
    ...(version !== undefined && { version }),
    isPrivate: valueAt(manifest, 'private') === true,
  }
}

/** Returns the license. Also reads lists and objects, which npm used before SPDX expressions. */
function licenceOf(manifest: Table): string | undefined {
  const [first] = listAt(manifest, 'licenses')
  return (
    kept(manifest['license'], 300) ?? kept(textAt(valueAt(manifest, 'license'), 'type') ?? textAt(first, 'type'), 300)
  )
}

/** Returns the members whose value is defined. */
export function texts<Key extends string>(
  members: Readonly<Record<Key, string | undefined>>,
): Partial<Record<Key, string>> {
  const known: Partial<Record<Key, string>> = {}
  for (const key in members) if (members[key] !== undefined) known[key] = members[key]
  return known
}

function stringsOf(table: Table): Record<string, string> {
  return Object.fromEntries(
    Object.entries(table)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .slice(0, 1_000),
  )
}
