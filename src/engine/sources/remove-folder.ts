import { constants, type Dirent } from 'node:fs'
import { chmod, type FileHandle, open, opendir, rename, rm, rmdir, unlink } from 'node:fs/promises'
import { platform } from 'node:process'

/** `O_PATH`: opens a folder that this process may not read, to change its mode. */
const onlyName = 0o1000_0000
const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants
/** Mode of a folder that this process can read and change. */
const ownMode = 0o700
/** Number of times that the folder is listed. A program that creates files meanwhile could otherwise keep it busy. */
const maxRounds = 100_000

/**
 * Removes a folder with everything in it. A hostile program may have filled it, and may still use it, so this function
 *
 * - uses open folders instead of paths: a path can become a link to another folder at any time, whose files would then
 *   be removed
 * - moves nested folders to the top, because their paths can be longer than the kernel accepts
 * - changes the mode of folders that this process may not read
 *
 * Only Linux has paths of open folders. Other systems do not confine scan processes.
 */
export async function removeFolder(folder: string): Promise<void> {
  if (platform !== 'linux') return await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  const top = await openFolder(folder)
  if (!top) return
  try {
    for (let round = 0; round < maxRounds; round++) if (!(await emptyOnce(top, round))) break
  } finally {
    await top.close()
  }
  await rmdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
}

const pathOf = ({ fd }: FileHandle): string => `/proc/self/fd/${fd}`
const inside = (folder: FileHandle, name: string): string => `${pathOf(folder)}/${name}`

/** Removes each entry of the top folder, and moves the folders in them to it. Returns false if it was empty. */
async function emptyOnce(top: FileHandle, round: number): Promise<boolean> {
  let isEmpty = true
  let moved = 0
  for await (const entry of await opendir(pathOf(top))) {
    isEmpty = false
    if (await wasRemoved(top, entry)) continue
    const nested = await openFolder(inside(top, entry.name))
    if (!nested) continue
    try {
      for await (const below of await opendir(pathOf(nested))) {
        if (await wasRemoved(nested, below)) continue
        const path = inside(nested, below.name)
        // Its mode must allow the move.
        await (await openFolder(path))?.close()
        await rename(path, inside(top, `moved-${round}-${moved++}`)).catch(unlessGone)
      }
    } finally {
      await nested.close()
    }
    await rmdir(inside(top, entry.name)).catch(unlessGone)
  }
  return !isEmpty
}

/** Removes a file, a link, or an empty folder. Returns false for another folder. */
async function wasRemoved(parent: FileHandle, entry: Dirent): Promise<boolean> {
  try {
    await (entry.isDirectory() ? rmdir : unlink)(inside(parent, entry.name))
    return true
  } catch (error) {
    // A program may have replaced it.
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EISDIR', 'ENOTDIR'].includes(codeOf(error))) throw error
    return codeOf(error) === 'ENOENT'
  }
}

/** Opens a folder, and makes it readable if needed. Returns undefined for a missing path, a file, or a link. */
async function openFolder(path: string): Promise<FileHandle | undefined> {
  try {
    await using name = await open(path, onlyName | O_DIRECTORY | O_NOFOLLOW)
    await chmod(pathOf(name), ownMode)
    return await open(pathOf(name), O_RDONLY | O_DIRECTORY)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))) return undefined
    throw error
  }
}

function unlessGone(error: unknown): void {
  if (!['ENOENT', 'ENOTEMPTY', 'ENOTDIR', 'EEXIST'].includes(codeOf(error))) throw error
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
