/**
 * The protocol of parent and child on their socket: each message is a frame. A question of the parent consists of the
 * length of its header (4 bytes, big-endian), the length of the file's content (4 bytes), the header as JSON, and the
 * content. A message of the child is a length and JSON. Node's own IPC was rejected, because it would pass bytes of a
 * hostile child to `v8.deserialize`, which is not designed for that, and internal messages of Node could be forged.
 */
export const frameWidth = 4

/** Maximum length of a requested name, which exceeds every path of a snapshot. */
export const maxNameLength = 16_384

/** A message of a child exceeds its maximum size. */
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

/** The start of a question. The content follows it unchanged. */
export function questionHead(words: string, contentBytes: number): Buffer {
  const body = Buffer.from(words)
  const widths = Buffer.allocUnsafe(2 * frameWidth)
  widths.writeUInt32BE(body.length)
  widths.writeUInt32BE(contentBytes, frameWidth)
  return Buffer.concat([widths, body])
}

/**
 * Receives chunks and returns the frames that they complete. Throws FrameTooLarge for an oversized frame, after the
 * frames before it, because those are valid answers.
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
