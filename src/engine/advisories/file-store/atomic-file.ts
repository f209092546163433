import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Suffix of files that are being written. */
export const unfinishedSuffix = '.tmp'

/**
 * File that is first written next to its final path. Readers see it only after `publish`, even if the process is
 * killed. If `publish` was not called, disposal removes the file.
 */
export class UnfinishedFile implements Disposable {
  readonly #path: string
  readonly #unfinished: string
  #file: number | undefined
  #bytes = 0

  /** @param mode permissions of the new file; by default, only its owner can read and write it */
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

  /** Flushes the file to disk and moves it to its final path. */
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
 * Replaces a file atomically: readers see either the old or the new content, even if the process is killed.
 *
 * @param mode permissions of the new file; by default, only its owner can read and write it
 */
export function replaceFile(path: string, content: string | Uint8Array, mode = 0o600): void {
  using file = new UnfinishedFile(path, mode)
  file.write(Buffer.from(content))
  file.publish()
}

/**
 * Flushes a folder's entries to disk. Windows does not support this and hardly needs it, because NTFS journals renames.
 */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(join(folder, '.'), 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
