import type { DependencyReason } from '../../reasons/dependency-reasons.ts'
import { normalProjectName } from '../../../sources/python-packaging/project-name.ts'
import type { Listing } from '../../listing.ts'
import type { ManifestFile } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { pathWithinProject } from '../../project-path.ts'
import type { DocumentLines } from '../../syntax/document-lines.ts'
import { listAt, type Table, tableAt, textAt, textsAt, valueAt } from '../../syntax/document.ts'
import { atLine } from '../../syntax/json-lines.ts'
import { isDevelopmentGroup } from './development-groups.ts'
import { listRead, listRequirement, mainRole, type Role } from './requested-package.ts'
import { readRequirement } from './requirement.ts'

/** Requirement in a pyproject.toml. */
export type PyprojectRequest = { readonly role: Role } & (
  | { readonly kind: 'requirement'; /** Requirement in PEP 508 notation. */ readonly text: string }
  | {
      readonly kind: 'poetry'
      readonly name: string
      /** Version, range, table, or a list of these. */ readonly constraint: unknown
    }
)

/**
 * Maximum total number of processed group entries. Limited because groups that include each other can multiply their
 * entries.
 */
const maxGroupEntries = 20_000

/**
 * Returns all requirements in a pyproject.toml: PEP 621, PEP 735 dependency groups, Poetry, and the development groups
 * of PDM and uv. Omits build requirements (`build-system`).
 *
 * @param lines line index of the file, which provides the line numbers
 */
export function pyprojectRequests(root: Table, lines?: DocumentLines): PyprojectRequest[] {
  const stated = { root, lines }
  const keys = (...path: readonly string[]) => Object.keys(tableAt(root, ...path))
  return [
    ...requirementsIn(stated, ['project', 'dependencies'], mainRole),
    ...keys('project', 'optional-dependencies').flatMap((extra) =>
      requirementsIn(stated, ['project', 'optional-dependencies', extra], {
        dev: isDevelopmentGroup(extra),
        groups: [extra],
      }),
    ),
    ...dependencyGroups(stated),
    ...keys('tool', 'pdm', 'dev-dependencies').flatMap((group) =>
      requirementsIn(stated, ['tool', 'pdm', 'dev-dependencies', group], { dev: true, groups: [group] }),
    ),
    ...requirementsIn(stated, ['tool', 'uv', 'dev-dependencies'], { dev: true, groups: ['dev'] }),
    ...poetryTable(stated, ['tool', 'poetry', 'dependencies'], mainRole),
    ...poetryTable(stated, ['tool', 'poetry', 'dev-dependencies'], { dev: true, groups: ['dev'] }),
    ...keys('tool', 'poetry', 'group').flatMap((group) =>
      poetryTable(stated, ['tool', 'poetry', 'group', group, 'dependencies'], { dev: true, groups: [group] }),
    ),
  ]
}

/** A parsed pyproject.toml, with its line index if needed. */
interface StatedTables {
  readonly root: Table
  readonly lines: DocumentLines | undefined
}

/** Returns the strings in the list at a path. */
function requirementsIn({ root, lines }: StatedTables, path: readonly string[], role: Role): PyprojectRequest[] {
  return listAt(tableAt(root, ...path.slice(0, -1)), path.at(-1) ?? '').flatMap((text, index) =>
    typeof text === 'string'
      ? [{ kind: 'requirement', text, role: { ...role, ...atLine(lines?.at(...path, String(index))) } }]
      : [],
  )
}

/** Returns the entries of the table at a path. */
function poetryTable({ root, lines }: StatedTables, path: readonly string[], role: Role): PyprojectRequest[] {
  return Object.entries(tableAt(root, ...path))
    .filter(([name]) => name !== 'python')
    .map(([name, constraint]) => ({
      kind: 'poetry',
      name,
      constraint,
      role: { ...role, ...atLine(lines?.at(...path, name)) },
    }))
}

/** Returns the requirements in dependency groups. See https://peps.python.org/pep-0735/ */
function dependencyGroups({ root, lines }: StatedTables): PyprojectRequest[] {
  const groups = tableAt(root, 'dependency-groups')
  const requests: PyprojectRequest[] = []
  let entries = 0
  for (const group of Object.keys(groups)) {
    const seen = new Set([group])
    for (const name of seen) {
      for (const [index, entry] of listAt(groups, name).entries()) {
        if ((entries += 1) > maxGroupEntries)
          throw new UnreadableManifest({ code: 'group-entry-limit', count: maxGroupEntries })
        const included = textAt(entry, 'include-group')
        if (included !== undefined) seen.add(included)
        else if (typeof entry === 'string')
          requests.push({
            kind: 'requirement',
            text: entry,
            role: { dev: true, groups: [group], ...atLine(lines?.at('dependency-groups', name, String(index))) },
          })
      }
    }
  }
  return requests
}

/** Returns the normalized names in `project.dependencies`. Poetry's own table only adds details to these. */
export const projectDependencies = (root: Table): ReadonlySet<string> =>
  new Set(textsAt(tableAt(root, 'project'), 'dependencies').flatMap((text) => normalNameIn(text)))

const normalNameIn = (text: string): string[] => {
  const name = readRequirement(text)?.name
  return name === undefined ? [] : [normalProjectName(name)]
}

/** Package source other than the index. Folders in the project need no version. */
export type OtherSource = 'within the project' | { readonly requested: string; readonly reason: DependencyReason }

/**
 * Maximum number of sources per package. Each requirement is listed once per source. Projects have two or three, by
 * platform.
 */
const maxSources = 8

/**
 * Returns the sources in `tool.uv.sources` by normalized name, and those in the Poetry table that enriches
 * `project.dependencies`:
 * https://python-poetry.org/docs/dependency-specification/#projectdependencies-and-toolpoetrydependencies
 */
export function statedSources({ path }: ManifestFile, root: Table): StatedSources {
  const sources = new Map<string, (OtherSource | undefined)[]>()
  for (const [name, value] of [
    tableAt(root, 'tool', 'poetry', 'dependencies'),
    tableAt(root, 'tool', 'uv', 'sources'),
  ].flatMap(Object.entries)) {
    const tables: readonly unknown[] = Array.isArray(value) ? value : [value]
    const stated: (OtherSource | undefined)[] = tables.slice(0, maxSources).map((table) => otherSource(path, table))
    if (tables.length > maxSources) stated.push({ requested: `${tables.length} sources`, reason: 'entry-not-parsed' })
    if (stated.some((source) => source !== undefined)) sources.set(normalProjectName(name), stated)
  }
  return sources
}

/**
 * Package sources by normalized name. A package has several sources if markers select between them. Undefined
 * represents the index, which is the default for packages without an entry.
 */
export type StatedSources = ReadonlyMap<string, readonly (OtherSource | undefined)[]>

/** Lists a requirement once for each of its possible sources. */
export function listFromSources(listing: Listing, text: string, role: Role, sources: StatedSources): void {
  const requirement = readRequirement(text)
  if (requirement === undefined) return listRequirement(listing, text, role)
  for (const source of sources.get(normalProjectName(requirement.name)) ?? [undefined]) {
    if (source === undefined) listRead(listing, requirement, role)
    else if (source !== 'within the project') listing.request({ ...role, name: requirement.name, ...source })
  }
}

const archiveEnding = /\.(?:whl|zip|tar|tgz|tar\.(?:gz|bz2|xz))$/i

/**
 * Parses the notation that Poetry, Pipenv, and uv use for sources other than the index. Returns undefined for the
 * index.
 */
export function otherSource(path: string, table: unknown): OtherSource | undefined {
  const repository = textAt(table, 'git') ?? textAt(table, 'hg') ?? textAt(table, 'svn')
  if (repository !== undefined) return { requested: repository, reason: 'source-repository' }
  const address = textAt(table, 'url')
  if (address !== undefined) return { requested: address, reason: 'archive-outside-index' }
  if (valueAt(table, 'workspace') === true) return 'within the project'
  const folder = textAt(table, 'path') ?? textAt(table, 'file')
  if (folder === undefined) return undefined
  if (pathWithinProject(path, folder) === undefined) return { requested: folder, reason: 'folder-or-archive-outside' }
  return archiveEnding.test(folder) ? { requested: folder, reason: 'archive-in-project' } : 'within the project'
}

/** Returns the project's own name and version, no matter which tool declares them. */
export function projectOf(root: Table): { readonly name: string; readonly version?: string } | undefined {
  for (const table of [tableAt(root, 'project'), tableAt(root, 'tool', 'poetry')]) {
    const name = textAt(table, 'name')
    const version = textAt(table, 'version')
    if (name !== undefined) return { name, ...(version === undefined ? {} : { version }) }
  }
  return undefined
}
