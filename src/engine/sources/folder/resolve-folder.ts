import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ScanFailure } from '../../model/failure.ts'
import type { FolderTarget } from '../../model/target.ts'
import type { ResolvedFolderSource } from '../source.ts'

/**
 * Checks that the folder or file exists and can be read, and resolves symbolic links. Throws ScanFailure
 * SOURCE_NOT_FOUND or SOURCE_FORBIDDEN.
 */
export async function resolveFolder(_context: unknown, { path }: FolderTarget): Promise<ResolvedFolderSource> {
  try {
    const place = realpathSync(path)
    const stat = statSync(place)
    if (!stat.isDirectory() && !stat.isFile())
      throw new ScanFailure('SOURCE_NOT_FOUND', `${path} is neither a folder nor a file.`)
    accessSync(place, stat.isFile() ? constants.R_OK : constants.R_OK | constants.X_OK)
    const canonicalUrl = pathToFileURL(place).href
    return stat.isFile()
      ? { type: 'folder', path: dirname(place), file: basename(place), canonicalUrl }
      : { type: 'folder', path: place, canonicalUrl }
  } catch (error) {
    if (error instanceof ScanFailure) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code'
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new ScanFailure('SOURCE_NOT_FOUND', `${path} does not exist.`)
    throw new ScanFailure('SOURCE_FORBIDDEN', `${path} cannot be read (${code}).`)
  }
}
