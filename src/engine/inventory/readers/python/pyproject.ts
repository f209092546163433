import { posix } from 'node:path'
import { normalProjectName } from '../../../sources/python-packaging/project-name.ts'
import { Listing } from '../../listing.ts'
import type { ManifestReader, ManifestReading } from '../../manifest-reader.ts'
import { listAt, type Table, tableAt, textAt, valueAt } from '../../syntax/document.ts'
import { parseToml } from '../../syntax/toml.ts'
import { linesInToml } from '../../syntax/toml-lines.ts'
import { workOf } from '../../work-budget.ts'
import { listDynamicDependencies } from './dynamic-dependencies.ts'
import { listPoetryRequest } from './poetry-constraint.ts'
import {
  listFromSources,
  projectDependencies,
  projectOf,
  type PyprojectRequest,
  pyprojectRequests,
  type StatedSources,
  statedSources,
} from './pyproject-requests.ts'
import { asked, pythonInstallation, requirementOfTable } from './python-installation.ts'
import { readRequirement } from './requirement.ts'

/**
 * Reader for Python project manifests, https://packaging.python.org/en/latest/specifications/pyproject-toml/, including
 * the tables of Poetry, PDM, and uv. Runs in linear time.
 */
export const pyproject: ManifestReader = {
  id: 'pyproject',
  ecosystem: 'PyPI',
  kind: 'manifest',
  names: ['pyproject.toml'],
  reads: (path) => posix.basename(path) === 'pyproject.toml',
  read(file) {
    const work = workOf(file)
    const root = parseToml(file.text, work)
    const listing = new Listing(work)
    const sources = statedSources(file, root)
    const ofProject = projectDependencies(root)
    const project = projectOf(root)
    const lines = linesInToml(file.text, work)
    const requests = pyprojectRequests(root, lines)
    for (const request of requests) {
      if (request.kind === 'poetry') {
        if (request.role.dev || !ofProject.has(normalProjectName(request.name)))
          listPoetryRequest(listing, file.path, request)
        continue
      }
      const requirement = readRequirement(request.text)
      const name = requirement === undefined ? undefined : normalProjectName(requirement.name)
      // Skips extras that refer to the project itself to combine other extras: `all = ["shop[cli,web]"]`.
      if (project === undefined || name !== normalProjectName(project.name))
        listFromSources(listing, request.text, request.role, sources)
    }
    listDynamicDependencies(listing, file, root, lines)
    return listing.reading({
      ...(project !== undefined && { project }),
      ...installationOf(root, requests, sources, project?.name, ofProject),
    })
  },
}

/** Returns what pip, uv, Poetry, or PDM would resolve for the project. */
function installationOf(
  root: Table,
  requests: readonly PyprojectRequest[],
  sources: StatedSources,
  project: string | undefined,
  ofProject: ReadonlySet<string>,
): Pick<ManifestReading, 'installations'> {
  const otherIndex = replacedIndex(root)
  const elsewhere = namesOfOtherIndexes(root)
  const requirements = requests.flatMap((request) => {
    if (request.kind === 'requirement') return [asked(request.text, request.role)]
    if (!request.role.dev && ofProject.has(normalProjectName(request.name))) return []
    const choices = Array.isArray(request.constraint) ? request.constraint : [request.constraint]
    return choices.flatMap((choice) => {
      const text = requirementOfTable(request.name, choice)
      const isOptional = valueAt(choice, 'optional') === true
      return text === undefined
        ? []
        : [asked(text, isOptional ? { ...request.role, groups: ['optional'] } : request.role)]
    })
  })
  return pythonInstallation(
    requirements.filter(({ text }) => {
      const name = normalProjectName(readRequirement(text)?.name ?? '')
      return (
        (project === undefined || name !== normalProjectName(project)) && !sources.has(name) && !elsewhere.has(name)
      )
    }),
    otherIndex === undefined ? {} : { otherIndex },
  )
}

/** Returns the index that uv or Poetry uses instead of PyPI. */
function replacedIndex(root: Table): string | undefined {
  const uv = tableAt(root, 'tool', 'uv')
  const stated = listAt(uv, 'index').find((index) => valueAt(index, 'default') === true)
  const source = listAt(tableAt(root, 'tool', 'poetry'), 'source').find(
    (index) => textAt(index, 'priority') === 'primary' || textAt(index, 'priority') === 'default',
  )
  return textAt(stated, 'url') ?? textAt(uv, 'index-url') ?? textAt(source, 'url')
}

/** Returns the normalized names that uv or Poetry looks up in a separate index. */
function namesOfOtherIndexes(root: Table): ReadonlySet<string> {
  const uv = Object.entries(tableAt(root, 'tool', 'uv', 'sources')).filter(([, source]) =>
    (Array.isArray(source) ? source : [source]).some((one) => textAt(one, 'index') !== undefined),
  )
  const poetry = pyprojectRequests(root).flatMap((request) =>
    request.kind === 'poetry' && textAt(request.constraint, 'source') !== undefined ? [request.name] : [],
  )
  return new Set([...uv.map(([name]) => name), ...poetry].map(normalProjectName))
}
