import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupError } from './backup-error.ts'
import { generateBackupKey } from './generate-backup-key.ts'
import type { SealedFile } from './manifest.ts'

/** Thrown if a newly written file cannot be read back. */
export class UnreadableCopyError extends BackupError {}

/**
 * Compresses a stream with Zstandard, encrypts it with age (https://age-encryption.org/v1), writes it to disk, and
 * reads it back. For reading back, the file has a second recipient, whose identity exists only during this call. Throws
 * an UnreadableCopyError if the content differs.
 */
export async function sealInto(file: string, source: Readable, recipient: string): Promise<SealedFile> {
  const reader = await generateBackupKey()
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  encrypter.addRecipient(reader.recipient)
  const plain = counting()
  const compressed = createZstdCompress()
  const compressing = pipeline(source, plain.through, compressed)
  compressing.catch(() => {})
  const sealed = await encrypter.encrypt(Readable.toWeb(compressed) as ReadableStream<Uint8Array>)
  const counted = counting()
  await pipeline(
    Readable.fromWeb(sealed as Parameters<typeof Readable.fromWeb>[0]),
    counted.through,
    createWriteStream(file, { flags: 'w', mode: 0o600, flush: true }),
  )
  await compressing
  await readBack(file, reader.identity, plain.result())
  return { name: basename(file), ...counted.result() }
}

/**
 * Reads a file back and compares it. Zstandard in Node.js is experimental. A backup that cannot be unpacked (seen once,
 * during a restore) must be detected while another one can still be created.
 */
async function readBack(file: string, identity: string, expected: Counted): Promise<void> {
  const { bytes, sha256 } = await countAll(await openSealed(file, identity)).catch((error: unknown) => {
    throw new UnreadableCopyError(`${file} could not be read after it was written: ${(error as Error).message}`, {
      cause: error,
    })
  })
  if (bytes !== expected.bytes || sha256 !== expected.sha256)
    throw new UnreadableCopyError(
      `${file} holds ${bytes} bytes after it was written, and not the ${expected.bytes} that went in.`,
    )
}

/**
 * Returns an encrypted file's content. Throws a BackupError if the identity cannot decrypt it. A modified file fails
 * while it is read.
 */
export async function openSealed(file: string, identity: string): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const content = createReadStream(file)
  try {
    const opened = await decrypter.decrypt(Readable.toWeb(content) as ReadableStream<Uint8Array>)
    const plain = createZstdDecompress()
    pipeline(Readable.fromWeb(opened as Parameters<typeof Readable.fromWeb>[0]), plain).catch((error: unknown) =>
      plain.destroy(new BackupError(`${file} is damaged or incomplete.`, { cause: error })),
    )
    return plain
  } catch (error) {
    content.destroy()
    throw new BackupError(
      `${file} cannot be opened with this identity: it was encrypted for another recipient, or it is damaged.`,
      { cause: error },
    )
  }
}

/** Throws a BackupError if the file has changed. */
export async function checkSealed(file: string, expected: SealedFile): Promise<void> {
  const { bytes, sha256 } = await countAll(createReadStream(file)).catch((error: unknown) => {
    throw new BackupError(`${file} cannot be read.`, { cause: error })
  })
  if (bytes !== expected.bytes || sha256 !== expected.sha256)
    throw new BackupError(
      `${file} is not the file that was written: it has ${bytes} bytes and another digest than its manifest ` +
        'says. Use another backup, or another copy of this one.',
    )
}

/** Syncs a folder, so that its entries survive a power failure. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

type Counted = Pick<SealedFile, 'bytes' | 'sha256'>

async function countAll(content: Readable): Promise<Counted> {
  const counted = counting()
  await pipeline(content, counted.through, async (chunks) => {
    for await (const _ of chunks) void _
  })
  return counted.result()
}

function counting(): { readonly through: Transform; readonly result: () => Counted } {
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
