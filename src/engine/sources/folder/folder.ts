import type { Source } from '../source.ts'
import { fetchFolder } from './fetch-folder.ts'
import { resolveFolder } from './resolve-folder.ts'

/** Folders on the user's disk. No URL is a folder: only the command creates such targets. */
export const folder: Source<'folder'> = {
  id: 'folder',
  examples: [],
  accepts: () => undefined,
  resolve: resolveFolder,
  fetch: (context, resolved) => fetchFolder(context, resolved),
}
