import { closeSync, fstatSync, openSync, readSync, utimesSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** Kind of payload: a file's result, or its module in the intermediate representation (IR). */
export type PayloadKind = 'result' | 'unit'

/** Position of a payload in a segment. */
export interface Placement {
  readonly offset: number
  readonly bytes: number
  readonly checksum: number
}

/** Returns a payload's name in the index: its kind followed by the key in hexadecimal. */
export function payloadName(kind: PayloadKind, key: Buffer): string {
  return `0${kindBytes[kind]}` + key.toString('hex')
}

const kindBytes = { result: 1, unit: 2 } as const

/** Size of a key. Keys are SHA-256 digests. */
export const keyBytes = 32

/**
 * Size of an index name. A segment holds the payloads stored by one process: the payloads, the index, the number of
 * entries, the index checksum, and an end marker. The index has one entry per payload, sorted by kind and key.
 */
const nameBytes = 1 + keyBytes
const entryBytes = nameBytes + 12
const endMark = Buffer.from('assaysg1', 'latin1')
const endBytes = 8 + endMark.length

/** Returns the bytes that follow a segment's payloads. */
export function segmentEnd(placements: ReadonlyMap<string, Placement>): Buffer {
  const index = Buffer.alloc(placements.size * entryBytes)
  const names = [...placements.keys()].sort()
  for (const [number, name] of names.entries()) {
    const placement = placements.get(name)
    if (!placement) continue
    const start = number * entryBytes
    index.write(name, start, 'hex')
    index.writeUInt32LE(placement.offset, start + nameBytes)
    index.writeUInt32LE(placement.bytes, start + nameBytes + 4)
    index.writeUInt32LE(placement.checksum, start + nameBytes + 8)
  }
  const end = Buffer.alloc(8)
  end.writeUInt32LE(placements.size, 0)
  end.writeUInt32LE(crc32(index), 4)
  return Buffer.concat([index, end, endMark])
}

/** Reads a payload. Returns undefined if it is damaged or truncated. */
export function readPayload(file: number, { offset, bytes, checksum }: Placement): Buffer | undefined {
  const payload = Buffer.allocUnsafe(bytes)
  if (readSync(file, payload, 0, bytes, offset) !== bytes) return undefined
  return crc32(payload) === checksum ? payload : undefined
}

/** Open segment from an earlier process. Damaged payloads count as missing. */
export class ResultSegment implements Disposable {
  readonly path: string
  readonly #file: number
  readonly #index: Buffer
  #isTouched = false

  private constructor(path: string, file: number, index: Buffer) {
    this.path = path
    this.#file = file
    this.#index = index
  }

  /** Opens a segment. Returns undefined if it is missing or damaged. */
  static open(path: string): ResultSegment | undefined {
    let file: number
    try {
      file = openSync(path, 'r')
    } catch {
      return undefined
    }
    const index = readIndex(file)
    if (index) return new ResultSegment(path, file, index)
    closeSync(file)
    return undefined
  }

  [Symbol.dispose](): void {
    closeSync(this.#file)
  }

  find(name: string): Buffer | undefined {
    const wanted = Buffer.from(name, 'hex')
    let low = 0
    let high = this.#index.length / entryBytes
    while (low < high) {
      const middle = (low + high) >>> 1
      const start = middle * entryBytes
      const order = this.#index.compare(wanted, 0, nameBytes, start, start + nameBytes)
      if (order === 0) {
        this.#touch()
        return readPayload(this.#file, this.#placementAt(start))
      }
      if (order < 0) low = middle + 1
      else high = middle
    }
    return undefined
  }

  /** Yields the segment's names and payloads. Skips damaged ones. */
  *entries(): Generator<readonly [name: string, payload: Buffer]> {
    for (let start = 0; start < this.#index.length; start += entryBytes) {
      const name = this.#index.toString('hex', start, start + nameBytes)
      const payload = readPayload(this.#file, this.#placementAt(start))
      if (payload) yield [name, payload]
    }
  }

  #placementAt(start: number): Placement {
    return {
      offset: this.#index.readUInt32LE(start + nameBytes),
      bytes: this.#index.readUInt32LE(start + nameBytes + 4),
      checksum: this.#index.readUInt32LE(start + nameBytes + 8),
    }
  }

  /** Marks the segment as recently used, so other segments are removed first. */
  #touch(): void {
    if (this.#isTouched) return
    this.#isTouched = true
    try {
      const now = new Date()
      utimesSync(this.path, now, now)
    } catch {
      // Ignored: the segment was merged into another one, or the folder is read-only.
    }
  }
}

function readIndex(file: number): Buffer | undefined {
  const found = fstatSync(file)
  if (!found.isFile()) return undefined
  const { size } = found
  const end = Buffer.alloc(endBytes)
  if (size < endBytes || readSync(file, end, 0, endBytes, size - endBytes) !== endBytes) return undefined
  const bytes = end.readUInt32LE(0) * entryBytes
  const start = size - endBytes - bytes
  if (!end.subarray(8).equals(endMark) || start < 0) return undefined
  const index = Buffer.allocUnsafe(bytes)
  if (readSync(file, index, 0, bytes, start) !== bytes) return undefined
  return crc32(index) === end.readUInt32LE(4) ? index : undefined
}
