import { normalProjectName } from '../../../sources/python-packaging/project-name.ts'
import type { Listing } from '../../listing.ts'
import type { ManifestFile } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { pathWithinProject } from '../../project-path.ts'
import { listAt, type Table, tableAt, textAt, textsAt, valueAt } from '../../syntax/document.ts'
import { listRead, listRequirement, mainRole, reasons, type Role } from './requested-package.ts'
import { readRequirement } from './requirement.ts'

/** One request in a pyproject.toml. */
export type PyprojectRequest = { readonly role: Role } & (
  | { readonly kind: 'requirement'; /** In PEP 508 notation. */ readonly text: string }
  | {
      readonly kind: 'poetry'
      readonly name: string
      /** A version, a range, a table, or a list of these. */ readonly constraint: unknown
    }
)

/** Total number of group entries that are processed. Groups that include each other multiply them. */
const maxGroupEntries = 20_000

/**
 * All requests in the tables of a pyproject.toml: PEP 621, dependency groups of PEP 735, Poetry, and the development
 * groups of PDM and uv. Build requirements (`build-system`) are omitted.
 */
export function pyprojectRequests(root: Table): PyprojectRequest[] {
  const project = tableAt(root, 'project')
  const tool = tableAt(root, 'tool')
  const poetry = tableAt(tool, 'poetry')
  return [
    ...requirementsIn(listAt(project, 'dependencies'), mainRole),
    ...Object.entries(tableAt(project, 'optional-dependencies')).flatMap(([extra, texts]) =>
      requirementsIn(texts, { dev: false, groups: [extra] }),
    ),
    ...dependencyGroups(tableAt(root, 'dependency-groups')),
    ...Object.entries(tableAt(tool, 'pdm', 'dev-dependencies')).flatMap(([group, texts]) =>
      requirementsIn(texts, { dev: true, groups: [group] }),
    ),
    ...requirementsIn(listAt(tableAt(tool, 'uv'), 'dev-dependencies'), { dev: true, groups: ['dev'] }),
    ...poetryTable(tableAt(poetry, 'dependencies'), mainRole),
    ...poetryTable(tableAt(poetry, 'dev-dependencies'), { dev: true, groups: ['dev'] }),
    ...Object.entries(tableAt(poetry, 'group')).flatMap(([group, table]) =>
      poetryTable(tableAt(table, 'dependencies'), { dev: true, groups: [group] }),
    ),
  ]
}

const requirementsIn = (texts: unknown, role: Role): PyprojectRequest[] =>
  Array.isArray(texts)
    ? texts.filter((text) => typeof text === 'string').map((text) => ({ kind: 'requirement', text, role }))
    : []

const poetryTable = (table: Table, role: Role): PyprojectRequest[] =>
  Object.entries(table)
    .filter(([name]) => name !== 'python')
    .map(([name, constraint]) => ({ kind: 'poetry', name, constraint, role }))

/** https://peps.python.org/pep-0735/ */
function dependencyGroups(groups: Table): PyprojectRequest[] {
  const requests: PyprojectRequest[] = []
  let entries = 0
  for (const group of Object.keys(groups)) {
    const seen = new Set([group])
    for (const name of seen) {
      for (const entry of listAt(groups, name)) {
        if ((entries += 1) > maxGroupEntries)
          throw new UnreadableManifest(`has dependency groups with more than ${maxGroupEntries} entries`)
        const included = textAt(entry, 'include-group')
        if (included !== undefined) seen.add(included)
        else if (typeof entry === 'string')
          requests.push({ kind: 'requirement', text: entry, role: { dev: true, groups: [group] } })
      }
    }
  }
  return requests
}

/** The normalized names in `project.dependencies`, for which Poetry's own table only adds details. */
export const projectDependencies = (root: Table): ReadonlySet<string> =>
  new Set(textsAt(tableAt(root, 'project'), 'dependencies').flatMap((text) => normalNameIn(text)))

const normalNameIn = (text: string): string[] => {
  const name = readRequirement(text)?.name
  return name === undefined ? [] : [normalProjectName(name)]
}

/** The source of a package other than the index. Folders of the project are not requests. */
export type OtherSource = 'within the project' | { readonly requested: string; readonly reason: string }

/**
 * Distinguished sources of one package. Each request is listed once per source. Projects have two or three, by
 * platform.
 */
const maxSources = 8

/**
 * Sources in `tool.uv.sources` by normalized name, and those in the table with which Poetry enriches
 * `project.dependencies`,
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
    if (tables.length > maxSources) stated.push({ requested: `${tables.length} sources`, reason: reasons.unclear })
    if (stated.some((source) => source !== undefined)) sources.set(normalProjectName(name), stated)
  }
  return sources
}

/**
 * The sources of a package by normalized name. Several if markers select one of them. Undefined represents the index. A
 * package without an entry comes from the index.
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

/** The notation of Poetry, Pipenv, and uv for sources other than the index. Undefined for the index. */
export function otherSource(path: string, table: unknown): OtherSource | undefined {
  const repository = textAt(table, 'git') ?? textAt(table, 'hg') ?? textAt(table, 'svn')
  if (repository !== undefined) return { requested: repository, reason: reasons.repository }
  const address = textAt(table, 'url')
  if (address !== undefined) return { requested: address, reason: reasons.address }
  if (valueAt(table, 'workspace') === true) return 'within the project'
  const folder = textAt(table, 'path') ?? textAt(table, 'file')
  if (folder === undefined) return undefined
  if (pathWithinProject(path, folder) === undefined) return { requested: folder, reason: reasons.folder }
  return archiveEnding.test(folder) ? { requested: folder, reason: reasons.archive } : 'within the project'
}

/** The project's own name and version, from any of the tools. */
export function projectOf(root: Table): { readonly name: string; readonly version?: string } | undefined {
  for (const table of [tableAt(root, 'project'), tableAt(root, 'tool', 'poetry')]) {
    const name = textAt(table, 'name')
    const version = textAt(table, 'version')
    if (name !== undefined) return { name, ...(version === undefined ? {} : { version }) }
  }
  return undefined
}
