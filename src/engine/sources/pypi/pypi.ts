import type { Source } from '../source.ts'
import { parsePypiPageUrl } from './pypi-page-url.ts'

/** Source for projects of the Python package index, identified by the URL of their page. */
export const pypi: Source<'pypi'> = {
  id: 'pypi',
  examples: ['https://pypi.org/project/NAME/', 'https://pypi.org/project/NAME/VERSION/'],
  accepts: parsePypiPageUrl,
  // Imported on first use.
  resolve: async (context, target) => (await import('./resolve-pypi-project.ts')).resolvePypiProject(context, target),
  fetch: async (context, resolved) => (await import('./fetch-pypi-file.ts')).fetchPypiFile(context, resolved),
}
