import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** Result of reading a file. Reasons are ends of sentences. */
export type FileRead =
  | { readonly content: Buffer }
  /** The file disappeared while its folder was being read. */
  | { readonly state: 'gone' }
  /** A link, a device, a pipe, or a socket. */
  | { readonly state: 'special'; readonly reason: string }
  | { readonly state: 'unreadable'; readonly reason: string }

/**
 * Reads at most `maxBytes` of a regular file. Does not follow links or block on a pipe. Checks the file type after
 * opening the file, because the file may have been replaced since it was listed.
 */
export function readRegularFile(path: string, maxBytes: number): FileRead {
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch (error) {
    return failed(error)
  }
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) return { state: 'special', reason: 'it is neither a file nor a folder' }
    if (stat.size > maxBytes) return tooLarge(maxBytes)
    return readToEnd(descriptor, stat.size, maxBytes)
  } catch (error) {
    return failed(error)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Reads to the end of the file. The size is only a hint: a file may grow while it is read, and kernel files report a
 * size of 0.
 */
function readToEnd(descriptor: number, size: number, maxBytes: number): FileRead {
  const chunks: Buffer[] = []
  let read = 0
  for (let room = size + 1; ; room = spareBytes) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(room, maxBytes + 1 - read))
    const count = readSync(descriptor, chunk, 0, chunk.length, null)
    if (count === 0) return { content: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, read) }
    read += count
    if (read > maxBytes) return tooLarge(maxBytes)
    chunks.push(chunk.subarray(0, count))
  }
}

const spareBytes = 64 * 1024

const tooLarge = (maxBytes: number): FileRead => ({
  state: 'unreadable',
  reason: `it is larger than ${maxBytes / 2 ** 20} MiB`,
})

function failed(error: unknown): FileRead {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code'
  if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'gone' }
  // ELOOP: a link, which O_NOFOLLOW rejects. ENXIO: a socket, or a device without a driver.
  if (code === 'ELOOP') return { state: 'special', reason: 'it is a symbolic link' }
  if (code === 'ENXIO') return { state: 'special', reason: 'it is neither a file nor a folder' }
  return {
    state: 'unreadable',
    reason:
      code === 'EACCES' || code === 'EPERM'
        ? 'this user has no permission to read it'
        : `it could not be read (${code})`,
  }
}
