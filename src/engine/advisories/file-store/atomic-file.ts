import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** End of the names of files that are being written. */
export const unfinishedSuffix = '.tmp'

/**
 * A file that is written step by step next to its final place. Readers see nothing of it before `publish`, even if the
 * process is killed. Without `publish`, disposal removes it.
 */
export class UnfinishedFile implements Disposable {
  readonly #path: string
  readonly #unfinished: string
  #file: number | undefined
  #bytes = 0

  /** @param mode permissions of the new file. Default: only its owner can read and write it. */
  constructor(path: string, mode = 0o600) {
    this.#path = path
    this.#unfinished = `${path}.${randomBytes(6).toString('hex')}${unfinishedSuffix}`
    this.#file = openSync(this.#unfinished, 'wx', mode)
  }

  /** Number of bytes written so far. */
  get bytes(): number {
    return this.#bytes
  }

  write(bytes: Uint8Array): void {
    if (this.#file === undefined) throw new Error(`${this.#path} is closed.`)
    for (let written = 0; written < bytes.length;) written += writeSync(this.#file, bytes, written)
    this.#bytes += bytes.length
  }

  /** Writes the file to the disk and gives it its final name. */
  publish(): void {
    if (this.#file === undefined) throw new Error(`${this.#path} is closed.`)
    fsyncSync(this.#file)
    this.#close()
    renameSync(this.#unfinished, this.#path)
    syncFolder(dirname(this.#path))
  }

  [Symbol.dispose](): void {
    this.#close()
    rmSync(this.#unfinished, { force: true })
  }

  #close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }
}

/**
 * Replaces a file: readers see the old content or the new one, even if the process is killed while it writes.
 *
 * @param mode permissions of the new file. Default: only its owner can read and write it.
 */
export function replaceFile(path: string, content: string | Uint8Array, mode = 0o600): void {
  using file = new UnfinishedFile(path, mode)
  file.write(Buffer.from(content))
  file.publish()
}

/** Writes the names in a folder to the disk. Windows does not allow it, and needs it less: NTFS logs renames. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(join(folder, '.'), 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
