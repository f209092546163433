const width = 4

/** A value that can be written as JSON, and buffers. */
export interface Parts {
  readonly head: unknown
  readonly parts: readonly Buffer[]
}

/** Serializes a head and buffers: the length of the head (4 bytes, big-endian), the head as JSON, and the buffers. */
export function packParts({ head, parts }: Parts): Buffer {
  const words = Buffer.from(JSON.stringify([head, parts.map(({ length }) => length)]))
  const length = Buffer.alloc(width)
  length.writeUInt32BE(words.length)
  return Buffer.concat([length, words, ...parts])
}

/** Throws if `packParts` did not create the content. */
export function unpackParts(content: Buffer): Parts {
  const start = width + content.readUInt32BE()
  const [head, lengths] = JSON.parse(content.toString('utf8', width, start)) as [unknown, readonly number[]]
  let at = start
  const parts = lengths.map((length) => {
    const part = content.subarray(at, at + length)
    at += length
    if (part.length !== length) throw new RangeError('a part is cut off')
    return part
  })
  return { head, parts }
}
