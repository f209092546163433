import { posix } from 'node:path'
import { normalProjectName } from '../../../sources/python-packaging/project-name.ts'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { parseToml } from '../../syntax/toml.ts'
import { workOf } from '../../work-budget.ts'
import { listDynamicDependencies } from './dynamic-dependencies.ts'
import { listPoetryRequest } from './poetry-constraint.ts'
import {
  listFromSources,
  projectDependencies,
  projectOf,
  pyprojectRequests,
  statedSources,
} from './pyproject-requests.ts'
import { readRequirement } from './requirement.ts'

/**
 * https://packaging.python.org/en/latest/specifications/pyproject-toml/ with the tables of Poetry, PDM, and uv. Linear.
 */
export const pyproject: ManifestReader = {
  id: 'pyproject',
  ecosystem: 'PyPI',
  kind: 'manifest',
  names: ['pyproject.toml'],
  reads: (path) => posix.basename(path) === 'pyproject.toml',
  read(file) {
    const root = parseToml(file.text, workOf(file))
    const listing = new Listing(workOf(file))
    const sources = statedSources(file, root)
    const ofProject = projectDependencies(root)
    const project = projectOf(root)
    for (const request of pyprojectRequests(root)) {
      if (request.kind === 'poetry') {
        if (request.role.dev || !ofProject.has(normalProjectName(request.name)))
          listPoetryRequest(listing, file.path, request)
        continue
      }
      const requirement = readRequirement(request.text)
      const name = requirement === undefined ? undefined : normalProjectName(requirement.name)
      // An extra that combines others refers to the project itself: `all = ["shop[cli,web]"]`.
      if (project === undefined || name !== normalProjectName(project.name))
        listFromSources(listing, request.text, request.role, sources)
    }
    listDynamicDependencies(listing, file, root)
    return listing.reading(project === undefined ? {} : { project })
  },
}
