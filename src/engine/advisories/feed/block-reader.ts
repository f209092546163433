import type { FileHandle } from 'node:fs/promises'
import { callbackify } from 'node:util'
import { RandomAccessReader } from 'yauzl'

const blockBytes = 256 * 1024
/** Number of cached blocks: one for the central directory, and one or two for the records. */
const keptBlocks = 4

/**
 * Reads a file for yauzl in large blocks, because yauzl itself reads a few bytes at a time. Reading an export with
 * 23,000 records takes 1 s instead of 6 s. Does not close the file.
 */
export class BlockReader extends RandomAccessReader {
  readonly #file: FileHandle
  /** Cached blocks, the oldest first. */
  readonly #blocks = new Map<number, Buffer>()
  #newest: number | undefined

  constructor(file: FileHandle) {
    super()
    this.#file = file
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead: number) => void,
  ): void {
    const start = position % blockBytes
    const block = this.#cached((position - start) / blockBytes)
    // Promises for each of the four reads of an entry took a fifth of the time of an import.
    if (block && start + length <= block.length) callback(null, block.copy(target, offset, start, start + length))
    else callbackify(async () => (await this.#readAcrossBlocks(position, length)).copy(target, offset))(callback)
  }

  /** Returns fewer than `length` bytes at the end of the file. */
  readBytes(position: number, length: number): Buffer | Promise<Buffer> {
    const number = Math.floor(position / blockBytes)
    const start = position - number * blockBytes
    const block = this.#cached(number)
    return block && start + length <= block.length
      ? block.subarray(start, start + length)
      : this.#readAcrossBlocks(position, length)
  }

  async #readAcrossBlocks(position: number, length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    let missing = length
    for (let at = position; missing > 0;) {
      const number = Math.floor(at / blockBytes)
      const start = at - number * blockBytes
      const block = this.#cached(number) ?? (await this.#readBlock(number))
      const part = block.subarray(start, start + missing)
      if (part.length === 0) break
      parts.push(part)
      at += part.length
      missing -= part.length
    }
    return parts[0] && parts.length === 1 ? parts[0] : Buffer.concat(parts)
  }

  /** Returns a cached block, and marks it as the newest. */
  #cached(number: number): Buffer | undefined {
    const block = this.#blocks.get(number)
    if (block && this.#newest !== number) this.#keep(number, block)
    return block
  }

  #keep(number: number, block: Buffer): void {
    this.#newest = number
    this.#blocks.delete(number)
    this.#blocks.set(number, block)
    const [oldest] = this.#blocks.keys()
    if (this.#blocks.size > keptBlocks && oldest !== undefined) this.#blocks.delete(oldest)
  }

  async #readBlock(number: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.#file.read(
      Buffer.allocUnsafe(blockBytes),
      0,
      blockBytes,
      number * blockBytes,
    )
    const block = buffer.subarray(0, bytesRead)
    this.#keep(number, block)
    return block
  }
}
