import type { Source } from '../source.ts'
import { fetchPypiFile } from './fetch-pypi-file.ts'
import { parsePypiPageUrl } from './pypi-page-url.ts'
import { resolvePypiProject } from './resolve-pypi-project.ts'

/** Projects of the Python package index, identified by the URL of their page. */
export const pypi: Source<'pypi'> = {
  id: 'pypi',
  examples: ['https://pypi.org/project/NAME/', 'https://pypi.org/project/NAME/VERSION/'],
  accepts: parsePypiPageUrl,
  resolve: resolvePypiProject,
  fetch: fetchPypiFile,
}
