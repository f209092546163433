import type { Source } from '../source.ts'
import { parsePypiPageUrl } from './pypi-page-url.ts'

/** Source for Python package index projects, identified by their page URL. */
export const pypi: Source<'pypi'> = {
  id: 'pypi',
  examples: ['https://pypi.org/project/NAME/', 'https://pypi.org/project/NAME/VERSION/'],
  accepts: parsePypiPageUrl,
  // Imported on first use.
  resolve: async (context, target) => (await import('./resolve-pypi-project.ts')).resolvePypiProject(context, target),
  fetch: async (context, resolved) => (await import('./fetch-pypi-file.ts')).fetchPypiFile(context, resolved),
}
