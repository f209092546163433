/**
 * How parent and child speak over their socket: each message is a frame. What the parent asks is the length of its
 * words (4 bytes, big-endian), the length of the file's content (4 bytes), the words as JSON and the content; what the
 * child says is a length and JSON. node's own messages between processes were rejected: there a hostile child's bytes
 * would reach `v8.deserialize`, which is not made for that, and messages of node's own could be forged.
 */
export const frameWidth = 4

/** Characters of a name that a child may ask for: more than any path of a snapshot has. */
export const maxNameLength = 16_384

/** A child said more at once than it may. */
export class FrameTooLarge extends Error {
  override readonly name = 'FrameTooLarge'
}

/** A frame of the child. */
export function frameOf(text: string): Buffer {
  const body = Buffer.from(text)
  const width = Buffer.allocUnsafe(frameWidth)
  width.writeUInt32BE(body.length)
  return Buffer.concat([width, body])
}

/** The beginning of a question; the content follows it as it is. */
export function questionHead(words: string, contentBytes: number): Buffer {
  const body = Buffer.from(words)
  const widths = Buffer.allocUnsafe(2 * frameWidth)
  widths.writeUInt32BE(body.length)
  widths.writeUInt32BE(contentBytes, frameWidth)
  return Buffer.concat([widths, body])
}

/**
 * Takes chunks as they come and gives the frames that they complete. Throws FrameTooLarge where one is announced, after
 * the frames before it: those are answers, even if what follows them is not.
 */
export function createFrameDecoder(maxBytes: number): (chunk: Buffer) => Iterable<Buffer> {
  let chunks: Buffer[] = []
  let bytes = 0
  return function* (chunk) {
    chunks.push(chunk)
    bytes += chunk.length
    while (bytes >= frameWidth) {
      if ((chunks[0]?.length ?? 0) < frameWidth) chunks = [Buffer.concat(chunks)]
      const length = chunks[0]?.readUInt32BE() ?? 0
      if (length > maxBytes) throw new FrameTooLarge()
      if (bytes < frameWidth + length) break
      const all = chunks.length === 1 ? (chunks[0] ?? Buffer.of()) : Buffer.concat(chunks)
      const rest = all.subarray(frameWidth + length)
      chunks = rest.length === 0 ? [] : [rest]
      bytes = rest.length
      yield all.subarray(frameWidth, frameWidth + length)
    }
  }
}
