import { crc32, deflateRawSync } from 'node:zlib'

/** An entry as written to the archive, valid or not. */
export interface ZipMemberSpec {
  readonly name: string | Buffer
  readonly content?: string | Buffer
  /** 0 stored, 8 deflated. */
  readonly method?: number
  /** General purpose bit flags. */
  readonly flags?: number
  /** Upper half of the external attributes: POSIX type and permissions. */
  readonly mode?: number
  /** Extra field of the directory entry, including its header. */
  readonly extra?: Buffer
  /** Values in both headers, if they should be wrong. */
  readonly size?: number
  readonly packedSize?: number
  readonly crc?: number
  /** Values in the local header, if they should differ from the directory. */
  readonly local?: { readonly name?: string; readonly size?: number; readonly crc?: number; readonly method?: number }
  /** Bytes after the entry's data. */
  readonly trailer?: Buffer
  /** Makes the directory entry point to the local header of an earlier one. */
  readonly sameDataAs?: number
}

export interface ZipSpec {
  readonly prefix?: Buffer
  readonly comment?: Buffer
  readonly afterEnd?: Buffer
  /** Number of entries in the end record. */
  readonly count?: number
  readonly directoryOffset?: number
  readonly directorySize?: number
  /** Also writes a correct zip64 end record. */
  readonly zip64?: boolean
  /** Bytes between the directory and the end record. */
  readonly beforeEnd?: Buffer
}

const number = (bytes: number, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

/** Writes a zip archive, valid or not, APPNOTE 4.3. */
export function writeZip(
  members: readonly ZipMemberSpec[],
  {
    prefix = Buffer.alloc(0),
    comment = Buffer.alloc(0),
    afterEnd = Buffer.alloc(0),
    beforeEnd = Buffer.alloc(0),
    zip64 = false,
    count,
    directoryOffset,
    directorySize,
  }: ZipSpec = {},
): Buffer {
  const parts: Buffer[] = [prefix]
  const centrals: Buffer[] = []
  const offsets: number[] = []
  let offset = prefix.length
  for (const {
    name,
    content = '',
    method = 8,
    flags = 0x0800,
    mode = 0o100644,
    extra = Buffer.alloc(0),
    size,
    packedSize,
    crc,
    local = {},
    trailer = Buffer.alloc(0),
    sameDataAs,
  } of members) {
    const bytes = Buffer.from(content)
    const packed = method === 8 ? deflateRawSync(bytes) : bytes
    const fields = (over: NonNullable<ZipMemberSpec['local']>, nameBytes: Buffer, extraBytes: Buffer) =>
      Buffer.concat([
        number(2, 20),
        number(2, flags),
        number(2, over.method ?? method),
        number(4, 0),
        number(4, over.crc ?? crc ?? crc32(bytes)),
        number(4, packedSize ?? packed.length),
        number(4, over.size ?? size ?? bytes.length),
        number(2, nameBytes.length),
        number(2, extraBytes.length),
      ])
    const localName = Buffer.from(local.name ?? name)
    const entry = Buffer.concat([
      number(4, 0x04034b50),
      fields(local, localName, Buffer.alloc(0)),
      localName,
      packed,
      trailer,
    ])
    offsets.push(sameDataAs === undefined ? offset : (offsets[sameDataAs] ?? 0))
    const nameBytes = Buffer.from(name)
    centrals.push(
      Buffer.concat([
        number(4, 0x02014b50),
        number(2, 0x0314),
        fields({}, nameBytes, extra),
        number(2, 0),
        number(2, 0),
        number(2, 0),
        number(2, 0),
        number(2, mode),
        number(4, offsets.at(-1) ?? 0),
        nameBytes,
        extra,
      ]),
    )
    if (sameDataAs !== undefined) continue
    parts.push(entry)
    offset += entry.length
  }
  const directory = Buffer.concat(centrals)
  const total = count ?? members.length
  const wideEnd = zip64
    ? zip64End({ count: members.length, size: directory.length, offset, at: offset + directory.length })
    : beforeEnd
  const end = Buffer.concat([
    number(4, 0x06054b50),
    number(4, 0),
    number(2, Math.min(total, 0xffff)),
    number(2, Math.min(total, 0xffff)),
    number(4, directorySize ?? directory.length),
    number(4, directoryOffset ?? offset),
    number(2, comment.length),
    comment,
  ])
  return Buffer.concat([...parts, directory, wideEnd, end, afterEnd])
}

/** Returns an extra field with its header. */
export function extraField(id: number, data: Buffer): Buffer {
  return Buffer.concat([number(2, id), number(2, data.length), data])
}

/** Returns a zip64 end record and its locator, which go between the directory and the end record, APPNOTE 4.3.14. */
export function zip64End({
  count,
  size,
  offset,
  at,
}: {
  readonly count: number
  readonly size: number
  readonly offset: number
  readonly at: number
}): Buffer {
  const wide = (value: number) => {
    const buffer = Buffer.alloc(8)
    buffer.writeBigUInt64LE(BigInt(value))
    return buffer
  }
  const record = Buffer.concat([
    number(4, 0x06064b50),
    wide(44),
    number(2, 45),
    number(2, 45),
    number(4, 0),
    number(4, 0),
    wide(count),
    wide(count),
    wide(size),
    wide(offset),
  ])
  return Buffer.concat([record, number(4, 0x07064b50), number(4, 0), wide(at), number(4, 1)])
}
