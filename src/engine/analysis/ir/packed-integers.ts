/** Thrown for bytes that are not a valid encoded module: corrupted, from another version, or malicious. */
export class MalformedModule extends Error {
  override readonly name = 'MalformedUnit'
}

/** Appends integers in a variable-length encoding: seven bits per byte, lowest bits first. */
export class IntegerPacker {
  #bytes: Uint8Array
  #length = 0

  constructor(room: number) {
    this.#bytes = new Uint8Array(Math.max(room, 64))
  }

  /** Appends an integer from 0 to 2³² − 1. */
  natural(value: number): void {
    if (this.#length + 5 > this.#bytes.length) this.#grow(5)
    const bytes = this.#bytes
    let [rest, at] = [value, this.#length]
    while (rest > 0x7f) {
      bytes[at] = (rest & 0x7f) | 0x80
      rest >>>= 7
      at += 1
    }
    bytes[at] = rest
    this.#length = at + 1
  }

  /** Appends a signed integer of 31 bits and a sign. Small absolute values take fewer bytes. */
  integer(value: number): void {
    this.natural(((value << 1) ^ (value >> 31)) >>> 0)
  }

  bytes(some: Uint8Array): void {
    if (this.#length + some.length > this.#bytes.length) this.#grow(some.length)
    this.#bytes.set(some, this.#length)
    this.#length += some.length
  }

  /** Returns a copy of the bytes. */
  packed(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length))
  }

  #grow(needed: number): void {
    const grown = new Uint8Array(this.#bytes.length * 2 + needed)
    grown.set(this.#bytes)
    this.#bytes = grown
  }
}

/** Reads the output of `IntegerPacker`. All methods throw MalformedModule for invalid bytes. */
export class IntegerUnpacker {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  natural(): number {
    const bytes = this.#bytes
    let byte = bytes[this.#at] ?? -1
    this.#at += 1
    if (byte >= 0 && byte < 0x80) return byte
    let value = byte & 0x7f
    for (let shift = 7; byte >= 0x80 && shift < 35; shift += 7) {
      byte = bytes[this.#at] ?? -1
      this.#at += 1
      value |= (byte & 0x7f) << shift
    }
    if (byte < 0 || byte >= 0x80) throw new MalformedModule('an integer does not end')
    return value >>> 0
  }

  integer(): number {
    const value = this.natural()
    return (value >>> 1) ^ -(value & 1)
  }

  /** Reads an integer that is at least 0 and less than a bound. */
  below(bound: number, what: string): number {
    const value = this.natural()
    if (value >= bound) throw new MalformedModule(`${what} is out of range`)
    return value
  }

  /** Reads an item count. Each item takes at least `minBytes` bytes, so the count cannot exceed the remaining bytes. */
  count(what: string, minBytes = 1): number {
    const value = this.natural()
    if (value * minBytes > this.left) throw new MalformedModule(`there are fewer ${what} than it says`)
    return value
  }

  bytes(length: number): Uint8Array {
    if (length > this.left) throw new MalformedModule('bytes are missing')
    const some = this.#bytes.subarray(this.#at, this.#at + length)
    this.#at += length
    return some
  }
}
