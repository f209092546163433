import { statfs } from 'node:fs/promises'

/** With less on the disk of the data folder the service says so, and workers begin no scans: a repository unpacks to as much. */
export const leastRoomBytes = 64 * 1024 * 1024

/** The disk is nearly full; nothing was begun. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError'
}

/** Bytes that may still be written where a folder is; Infinity where the file system does not say. */
export async function roomIn(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return blocks === 0 ? Infinity : bavail * bsize
}

/** Throws a NoRoomError when a scan would soon have no room in a folder for what it fetches. */
export async function requireRoom(folder: string): Promise<void> {
  const room = await roomIn(folder)
  if (room < leastRoomBytes) throw new NoRoomError(`${megabytes(room)} MB are left on the disk of the data folder: no scan is begun with less than ${megabytes(leastRoomBytes)} MB.`)
}

export const megabytes = (bytes: number): number => Math.floor(bytes / (1024 * 1024))
