import type { Source } from '../source.ts'
import { parseNpmPageUrl } from './npm-page-url.ts'

/** Source for npm registry packages, identified by their page URL. */
export const npm: Source<'npm'> = {
  id: 'npm',
  examples: ['https://www.npmjs.com/package/NAME', 'https://www.npmjs.com/package/NAME/v/VERSION'],
  accepts: parseNpmPageUrl,
  // Imported on first use.
  resolve: async (context, target) => (await import('./resolve-npm-package.ts')).resolveNpmPackage(context, target),
  fetch: async (context, resolved) => (await import('./fetch-npm-package.ts')).fetchNpmPackage(context, resolved),
}
