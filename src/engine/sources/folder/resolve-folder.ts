import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { ScanFailure } from '../../model/failure.ts'
import type { FolderTarget } from '../../model/target.ts'
import type { ResolvedFolderSource } from '../source.ts'

/** Makes sure that the folder is there and may be read. A link to it counts as what it leads to. */
export async function resolveFolder(_context: unknown, { path }: FolderTarget): Promise<ResolvedFolderSource> {
  try {
    const place = realpathSync(path)
    if (!statSync(place).isDirectory()) throw new ScanFailure('SOURCE_NOT_FOUND', `${path} is not a folder.`)
    accessSync(place, constants.R_OK | constants.X_OK)
    return { type: 'folder', path: place, canonicalUrl: pathToFileURL(place).href }
  } catch (error) {
    if (error instanceof ScanFailure) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code'
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new ScanFailure('SOURCE_NOT_FOUND', `The folder ${path} does not exist.`)
    throw new ScanFailure('SOURCE_FORBIDDEN', `The folder ${path} cannot be read (${code}).`)
  }
}
