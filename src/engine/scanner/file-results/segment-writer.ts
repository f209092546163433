import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { type Placement, readPayload, segmentEnd } from './result-segment.ts'

/** Maximum segment size. Limited because offsets are 32-bit numbers and a segment can only be removed as a whole. */
const maxSegmentBytes = 512 * 1024 * 1024

/** Writes a segment. Disposal removes it unless `publish` was called. */
export class SegmentWriter implements Disposable {
  readonly #path: string
  readonly #unfinished: string
  readonly #file: number
  readonly #placements = new Map<string, Placement>()
  #bytes = 0
  #isOpen = true

  /** @param unfinished temporary path of the file until it is complete */
  constructor(path: string, unfinished: string) {
    this.#path = path
    this.#unfinished = unfinished
    this.#file = openSync(unfinished, 'wx+', 0o600)
  }

  get isEmpty(): boolean {
    return this.#placements.size === 0
  }

  has(name: string): boolean {
    return this.#placements.has(name)
  }

  find(name: string): Buffer | undefined {
    const placement = this.#placements.get(name)
    return placement && readPayload(this.#file, placement)
  }

  /** Adds a payload, unless the segment already contains it or is full. */
  add(name: string, payload: Buffer): void {
    if (this.#placements.has(name) || this.#bytes + payload.length > maxSegmentBytes) return
    const placement = { offset: this.#bytes, bytes: payload.length, checksum: crc32(payload) }
    this.#write(payload)
    this.#placements.set(name, placement)
  }

  /**
   * Moves the segment to its final path. Does not flush it to disk: a payload damaged by a power failure counts as
   * missing, so it cannot cause a wrong result.
   */
  publish(): void {
    this.#write(segmentEnd(this.#placements))
    this.#close()
    renameSync(this.#unfinished, this.#path)
  }

  [Symbol.dispose](): void {
    this.#close()
    rmSync(this.#unfinished, { force: true })
  }

  #write(bytes: Buffer): void {
    for (let written = 0; written < bytes.length;)
      written += writeSync(this.#file, bytes, written, bytes.length - written, this.#bytes + written)
    this.#bytes += bytes.length
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#file)
    this.#isOpen = false
  }
}
