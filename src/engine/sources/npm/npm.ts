import type { Source } from '../source.ts'
import { parseNpmPageUrl } from './npm-page-url.ts'

/** Source for packages of the npm registry, identified by the URL of their page. */
export const npm: Source<'npm'> = {
  id: 'npm',
  examples: ['https://www.npmjs.com/package/NAME', 'https://www.npmjs.com/package/NAME/v/VERSION'],
  accepts: parseNpmPageUrl,
  // Imported on first use.
  resolve: async (context, target) => (await import('./resolve-npm-package.ts')).resolveNpmPackage(context, target),
  fetch: async (context, resolved) => (await import('./fetch-npm-package.ts')).fetchNpmPackage(context, resolved),
}
