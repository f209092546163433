import type { Source } from '../source.ts'
import { fetchNpmPackage } from './fetch-npm-package.ts'
import { parseNpmPageUrl } from './npm-page-url.ts'
import { resolveNpmPackage } from './resolve-npm-package.ts'

/** Packages of the npm registry, identified by the URL of their page. */
export const npm: Source<'npm'> = {
  id: 'npm',
  examples: ['https://www.npmjs.com/package/NAME', 'https://www.npmjs.com/package/NAME/v/VERSION'],
  accepts: parseNpmPageUrl,
  resolve: resolveNpmPackage,
  fetch: fetchNpmPackage,
}
