import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupError } from './backup-error.ts'
import type { SealedFile } from './manifest.ts'

/** Compresses (Zstandard) and encrypts (age, https://age-encryption.org/v1) what a stream has into a file, and sees to it that it is on the disk. */
export async function sealInto(file: string, source: Readable, recipient: string): Promise<SealedFile> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const compressed = createZstdCompress()
  const compressing = pipeline(source, compressed)
  compressing.catch(() => {})
  const sealed = await encrypter.encrypt(Readable.toWeb(compressed) as ReadableStream<Uint8Array>)
  const counted = counting()
  await pipeline(Readable.fromWeb(sealed as Parameters<typeof Readable.fromWeb>[0]), counted.through, createWriteStream(file, { flags: 'w', mode: 0o600, flush: true }))
  await compressing
  return { name: basename(file), ...counted.result() }
}

/** The content of a sealed file. Throws a BackupError when the identity does not open it; a file that was changed fails while it is read. */
export async function openSealed(file: string, identity: string): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const content = createReadStream(file)
  try {
    const opened = await decrypter.decrypt(Readable.toWeb(content) as ReadableStream<Uint8Array>)
    const plain = createZstdDecompress()
    pipeline(Readable.fromWeb(opened as Parameters<typeof Readable.fromWeb>[0]), plain).catch((error: unknown) => plain.destroy(new BackupError(`${file} is damaged and cannot be read to its end.`, { cause: error })))
    return plain
  } catch (error) {
    content.destroy()
    throw new BackupError(`${file} cannot be opened with this identity: it was made for another one, or it is damaged.`, { cause: error })
  }
}

/** Throws a BackupError unless the file is the one that was written. */
export async function checkSealed(file: string, expected: SealedFile): Promise<void> {
  const counted = counting()
  try {
    await pipeline(createReadStream(file), counted.through, async (chunks) => {
      for await (const _ of chunks) void _
    })
  } catch (error) {
    throw new BackupError(`${file} cannot be read.`, { cause: error })
  }
  const { bytes, sha256 } = counted.result()
  if (bytes !== expected.bytes || sha256 !== expected.sha256) throw new BackupError(`${file} is not the file that was written: it has ${bytes} bytes and another digest than its manifest says. Take another backup, or another copy of this one.`)
}

/** Makes the names in a folder last through a power cut. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function counting(): { readonly through: Transform; readonly result: () => { bytes: number; sha256: string } } {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { through, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}
