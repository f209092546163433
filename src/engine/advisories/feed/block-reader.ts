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
  readonly #blocks = new Map<number, Promise<Buffer>>()

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
    callbackify(async () => (await this.readBytes(position, length)).copy(target, offset))(callback)
  }

  /** Returns fewer than `length` bytes at the end of the file. */
  async readBytes(position: number, length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    let missing = length
    for (let at = position; missing > 0;) {
      const number = Math.floor(at / blockBytes)
      const start = at - number * blockBytes
      const part = (await this.#block(number)).subarray(start, start + missing)
      if (part.length === 0) break
      parts.push(part)
      at += part.length
      missing -= part.length
    }
    return parts[0] && parts.length === 1 ? parts[0] : Buffer.concat(parts)
  }

  #block(number: number): Promise<Buffer> {
    const block = this.#blocks.get(number) ?? this.#readBlock(number)
    this.#blocks.delete(number)
    this.#blocks.set(number, block)
    const [oldest] = this.#blocks.keys()
    if (this.#blocks.size > keptBlocks && oldest !== undefined) this.#blocks.delete(oldest)
    return block
  }

  async #readBlock(number: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.#file.read(
      Buffer.allocUnsafe(blockBytes),
      0,
      blockBytes,
      number * blockBytes,
    )
    return buffer.subarray(0, bytesRead)
  }
}
