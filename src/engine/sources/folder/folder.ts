import type { Source } from '../source.ts'
import { fetchFolder } from './fetch-folder.ts'
import { resolveFolder } from './resolve-folder.ts'

/** Source for local folders. Its targets are created only by the CLI, because no URL denotes a folder. */
export const folder: Source<'folder'> = {
  id: 'folder',
  examples: [],
  accepts: () => undefined,
  resolve: resolveFolder,
  fetch: (context, resolved) => fetchFolder(context, resolved),
}
