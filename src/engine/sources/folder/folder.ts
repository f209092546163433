import type { Source } from '../source.ts'
import { fetchFolder } from './fetch-folder.ts'
import { resolveFolder } from './resolve-folder.ts'

/** Folders on the disk of whoever calls the command. No address means one: only the command makes such targets. */
export const folder: Source<'folder'> = {
  id: 'folder',
  examples: [],
  accepts: () => undefined,
  resolve: resolveFolder,
  fetch: (context, resolved) => fetchFolder(context, resolved),
}
