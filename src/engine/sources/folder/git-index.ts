/** Entries in a git index. Paths are relative to the top of the repository. */
export interface GitIndex {
  /** All tracked paths, including ignored ones. */
  readonly paths: ReadonlySet<string>
  /** Submodule commits by path. */
  readonly submodules: ReadonlyMap<string, string>
}

/**
 * Parses a git index. Returns undefined if the bytes are not an index of version 2, 3, or 4 (gitformat-index(5)).
 *
 * @param objectIdBytes 20, or 32 in a repository that uses SHA-256
 */
export function readGitIndex(bytes: Buffer, objectIdBytes: number): GitIndex | undefined {
  if (bytes.length < headerBytes || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined
  const version = bytes.readUInt32BE(4)
  if (version < 2 || version > 4) return undefined
  const entries = bytes.readUInt32BE(8)
  const paths = new Set<string>()
  const submodules = new Map<string, string>()
  let at = headerBytes
  let before: Buffer = Buffer.alloc(0)
  for (let entry = 0; entry < entries; entry += 1) {
    const start = at
    at += statBytes + objectIdBytes
    if (at + 2 > bytes.length) return undefined
    const isExtended = (bytes.readUInt16BE(at) & 0x4000) !== 0
    at += isExtended ? 4 : 2
    let kept: Buffer = Buffer.alloc(0)
    if (version === 4) {
      const removed = readOffset(bytes, at)
      if (removed === undefined || removed.value > before.length) return undefined
      kept = before.subarray(0, before.length - removed.value)
      at = removed.end
    }
    const end = bytes.indexOf(0, at)
    if (end < 0 || end - at + kept.length > maxPathLength) return undefined
    const path = version === 4 ? Buffer.concat([kept, bytes.subarray(at, end)]) : bytes.subarray(at, end)
    paths.add(path.toString('utf8'))
    if (bytes.readUInt32BE(start + modeAt) >>> 12 === 0o16)
      submodules.set(path.toString('utf8'), bytes.toString('hex', start + statBytes, start + statBytes + objectIdBytes))
    before = path
    // Before version 4, entries are padded with one to eight NULs to a multiple of eight bytes.
    at = version === 4 ? end + 1 : end + 8 - ((end - start) % 8)
  }
  return { paths, submodules }
}

const headerBytes = 12
/** Combined size of an entry's times, device, mode, owner, and file size. */
const statBytes = 40
/** Offset of the mode within these bytes. */
const modeAt = 24
const maxPathLength = 4_096

/**
 * Reads a variable-length number in the offset encoding used in packs: seven bits per byte, plus one for each further
 * byte.
 */
function readOffset(bytes: Buffer, start: number): { readonly value: number; readonly end: number } | undefined {
  let value = -1
  for (let at = start; at < bytes.length && at < start + 5; at += 1) {
    const byte = bytes[at] ?? 0
    value = (value + 1) * 128 + (byte & 0x7f)
    if ((byte & 0x80) === 0) return { value, end: at + 1 }
  }
  return undefined
}
