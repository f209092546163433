import type { Source } from '../source.ts'
import { fetchFolder } from './fetch-folder.ts'
import { resolveFolder } from './resolve-folder.ts'

/** Source for local folders. No URL denotes a folder, and only the CLI creates these targets. */
export const folder: Source<'folder'> = {
  id: 'folder',
  examples: [],
  accepts: () => undefined,
  resolve: resolveFolder,
  fetch: (context, resolved) => fetchFolder(context, resolved),
}
