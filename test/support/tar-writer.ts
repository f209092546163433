import { gzipSync } from 'node:zlib'

/** An entry as written to the archive, valid or not. */
export interface TarEntry {
  /** The whole name, including the leading folder. At most 100 bytes. Longer names go into `pax`. */
  readonly path: string | Buffer
  readonly content?: string | Buffer
  /**
   * The type flag: `0` file, `1` hard link, `2` symbolic link, `3` and `4` devices, `5` folder, `6` pipe, `x` and `g`
   * pax headers.
   */
  readonly type?: string
  readonly linkpath?: string
  /** Written as an extended header before the entry. */
  readonly pax?: Readonly<Record<string, string>>
  /** Size in the header, if it should be wrong. */
  readonly size?: number
  readonly breakChecksum?: boolean
}

const block = 512

/** Returns an uncompressed tar archive. */
export function writeTar(entries: readonly TarEntry[], { end = true } = {}): Buffer {
  const blocks = entries.flatMap((entry) =>
    entry.pax === undefined ? entryBlocks(entry) : [...entryBlocks(paxHeader(entry.pax)), ...entryBlocks(entry)],
  )
  return Buffer.concat(end ? [...blocks, Buffer.alloc(2 * block)] : blocks)
}

/** Returns a gzipped tar archive, as package registries serve it. */
export function writeTarball(entries: readonly TarEntry[]): Buffer {
  return gzipSync(writeTar(entries))
}

/** Returns an archive of regular files in `package/`. */
export function writePackageTarball(files: Readonly<Record<string, string | Buffer>>): Buffer {
  return writeTarball(Object.entries(files).map(([path, content]) => fileEntry(`package/${path}`, content)))
}

/** Returns a file with any name, with an extended header if it needs one. */
export function fileEntry(path: string, content: string | Buffer): TarEntry {
  return Buffer.byteLength(path) > 100 ? { path: path.slice(0, 50), content, pax: { path } } : { path, content }
}

function paxHeader(fields: Readonly<Record<string, string>>): TarEntry {
  const records = Object.entries(fields).map(([key, value]) => {
    const rest = ` ${key}=${value}\n`
    // The length includes its own digits.
    let length = Buffer.byteLength(rest)
    while (`${length}`.length + Buffer.byteLength(rest) !== length)
      length = `${length}`.length + Buffer.byteLength(rest)
    return `${length}${rest}`
  })
  return { path: 'PaxHeader/entry', content: records.join(''), type: 'x' }
}

function entryBlocks(entry: TarEntry): Buffer[] {
  const content = Buffer.from(entry.content ?? '')
  const padding = Buffer.alloc((block - (content.length % block)) % block)
  return [tarHeader(entry, entry.size ?? content.length), content, padding]
}

/** Returns the header block of an entry, POSIX ustar. */
export function tarHeader({ path, type = '0', linkpath = '', breakChecksum = false }: TarEntry, size: number): Buffer {
  const header = Buffer.alloc(block)
  Buffer.from(path).copy(header, 0, 0, 100)
  header.write('0000644\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  // Sizes above 8 GiB are binary, marked by the highest bit.
  if (size < 8 ** 11) header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  else {
    header.writeUInt8(0x80, 124)
    header.writeBigUInt64BE(BigInt(size), 128)
  }
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write(type, 156)
  header.write(linkpath, 157)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, breakChecksum ? 1 : 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
