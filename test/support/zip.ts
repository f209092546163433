import { crc32, deflateRawSync } from 'node:zlib'

/** A file in a zip. The last two fields override what the zip declares. */
export interface ZipEntry {
  readonly name: string
  readonly content: Buffer | string
  readonly claimedBytes?: number
  readonly claimedCrc?: number
}

const signature = { localHeader: 0x04034b50, centralHeader: 0x02014b50, endOfDirectory: 0x06054b50 }
const deflated = 8

/** Writes a zip as in the specification, https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT 4.3. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const { name, content, claimedBytes, claimedCrc } of entries) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x0800, 2)
    fields.writeUInt16LE(deflated, 4)
    fields.writeUInt32LE(claimedCrc ?? crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claimedBytes ?? bytes.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([uint32(signature.localHeader), fields, Buffer.from(name), packed])
    centrals.push(
      Buffer.concat([
        uint32(signature.centralHeader),
        Buffer.from([20, 0]),
        fields,
        Buffer.alloc(10),
        uint32(offset),
        Buffer.from(name),
      ]),
    )
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, uint32(signature.endOfDirectory), end])
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value)
  return buffer
}
