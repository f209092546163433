import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** End of the names of files that are being written. */
export const unfinishedSuffix = '.tmp'

/** Returns a new path next to `path` for a file that will replace it. */
export function unfinishedPath(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}${unfinishedSuffix}`
}

/**
 * Replaces a file: readers see the old content or the new one, even if the process is killed while it writes.
 *
 * @param mode permissions of the new file. Default: only its owner can read and write it.
 */
export function replaceFile(path: string, content: string | Uint8Array, mode = 0o600): void {
  const unfinished = unfinishedPath(path)
  try {
    const file = openSync(unfinished, 'wx', mode)
    try {
      writeFileSync(file, content)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    publishFile(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

/** Gives a complete file, already written to the disk, its final name. */
export function publishFile(unfinished: string, path: string): void {
  renameSync(unfinished, path)
  syncFolder(dirname(path))
}

/** Writes the names in a folder to the disk. Windows does not allow it, and needs it less: NTFS logs renames. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(join(folder, '.'), 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
