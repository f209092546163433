import { crc32, deflateRawSync } from 'node:zlib'
import { UnfinishedFile } from './atomic-file.ts'

/** Signatures from APPNOTE 6.3.10, https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT. */
const signatures = {
  local: 0x04034b50,
  central: 0x02014b50,
  zip64End: 0x06064b50,
  zip64Locator: 0x07064b50,
  end: 0x06054b50,
}
/** Zip version required for extraction: 2.0 for deflate, 4.5 for ZIP64. */
const versions = { deflate: 20, zip64: 45 }
const utf8Names = 0x0800
const deflated = 8
/**
 * 1 January 1980, the earliest date that the format supports. A fixed date makes zip files with equal content
 * identical.
 */
const date = 0x21

/** Writes a zip file of small files. If `publish` was not called, disposal removes the file. */
export class ZipFileWriter implements Disposable {
  readonly #file: UnfinishedFile
  #entries = 0
  readonly #directory: Buffer[] = []

  constructor(path: string) {
    this.#file = new UnfinishedFile(path, 0o644)
  }

  add(name: string, content: string): void {
    const plain = Buffer.from(content)
    const packed = deflateRawSync(plain)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(versions.deflate, 0)
    common.writeUInt16LE(utf8Names, 2)
    common.writeUInt16LE(deflated, 4)
    common.writeUInt16LE(date, 8)
    common.writeUInt32LE(crc32(plain), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(plain.length, 18)
    const nameBytes = Buffer.from(name)
    common.writeUInt16LE(nameBytes.length, 22)
    if (this.#file.bytes > 0xffff_fffe) throw new Error('The export exceeds 4 GiB.')
    const central = Buffer.alloc(46)
    central.writeUInt32LE(signatures.central, 0)
    central.writeUInt16LE(versions.deflate, 4)
    common.copy(central, 6)
    central.writeUInt32LE(this.#file.bytes, 42)
    this.#directory.push(central, nameBytes)
    this.#entries += 1
    this.#file.write(Buffer.concat([uint32(signatures.local), common, nameBytes, packed]))
  }

  /** Completes the file on disk and moves it to its final path. */
  publish(): void {
    const start = this.#file.bytes
    this.#file.write(Buffer.concat(this.#directory))
    const bytes = this.#file.bytes - start
    // Written even if not needed: every reader of this layout supports ZIP64, and a single form is easier to test.
    const zip64 = Buffer.alloc(56)
    zip64.writeUInt32LE(signatures.zip64End, 0)
    zip64.writeBigUInt64LE(44n, 4)
    zip64.writeUInt16LE(versions.zip64, 12)
    zip64.writeUInt16LE(versions.zip64, 14)
    zip64.writeBigUInt64LE(BigInt(this.#entries), 24)
    zip64.writeBigUInt64LE(BigInt(this.#entries), 32)
    zip64.writeBigUInt64LE(BigInt(bytes), 40)
    zip64.writeBigUInt64LE(BigInt(start), 48)
    const locator = Buffer.alloc(20)
    locator.writeUInt32LE(signatures.zip64Locator, 0)
    locator.writeBigUInt64LE(BigInt(start + bytes), 8)
    locator.writeUInt32LE(1, 16)
    const end = Buffer.alloc(22)
    end.writeUInt32LE(signatures.end, 0)
    end.writeUInt16LE(0xffff, 8)
    end.writeUInt16LE(0xffff, 10)
    end.writeUInt32LE(0xffff_ffff, 12)
    end.writeUInt32LE(0xffff_ffff, 16)
    this.#file.write(Buffer.concat([zip64, locator, end]))
    this.#file.publish()
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]()
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
