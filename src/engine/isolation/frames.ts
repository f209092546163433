/**
 * Protocol between parent and child on their socket. Each message is a frame. A question from the parent consists of
 * the header length (4 bytes, big-endian), the content length (4 bytes), the header as JSON, and the file content. A
 * message from the child consists of a length and JSON. An answer part consists of a length with the highest bit set,
 * the header length, the header as JSON, and bytes.
 *
 * Node's own IPC was rejected. It would pass bytes from a hostile child to `v8.deserialize`, which is not designed for
 * untrusted input, and the child could forge Node's internal messages.
 */
export const frameWidth = 4

/** Maximum length of a requested name. Every path in a snapshot is shorter. */
export const maxNameLength = 16_384

/** Maximum length of an answer part's header. A snapshot path with escaped characters is shorter. */
const maxPartHeader = 65_536

/** Bit in a length that marks the frame as an answer part. */
const partBit = 0x8000_0000

/** Frame from a child: a JSON message or an answer part. */
export interface Frame {
  readonly isPart: boolean
  readonly body: Buffer
}

/** Thrown if a child's message exceeds its maximum size. */
export class FrameTooLarge extends Error {
  override readonly name = 'FrameTooLarge'
}

/** Encodes a message from the child. */
export function frameOf(text: string): Buffer {
  const body = Buffer.from(text)
  const width = Buffer.allocUnsafe(frameWidth)
  width.writeUInt32BE(body.length)
  return Buffer.concat([width, body])
}

/** Encodes the start of a part. The content follows unchanged. */
export function partHead(words: string, contentBytes: number): Buffer {
  const body = Buffer.from(words)
  const widths = Buffer.allocUnsafe(2 * frameWidth)
  widths.writeUInt32BE(partBit + frameWidth + body.length + contentBytes)
  widths.writeUInt32BE(body.length, frameWidth)
  return Buffer.concat([widths, body])
}

/**
 * Decodes a part. Returns undefined if its lengths or its JSON are invalid, or if validating its header would take too
 * long (seconds).
 */
export function partOf(body: Buffer): { readonly head: unknown; readonly content: Buffer } | undefined {
  const end = body.length < frameWidth ? Infinity : frameWidth + body.readUInt32BE()
  if (end > body.length || end - frameWidth > maxPartHeader) return undefined
  try {
    return { head: JSON.parse(body.toString('utf8', frameWidth, end)), content: body.subarray(end) }
  } catch {
    return undefined
  }
}

/** Encodes the start of a question. The content follows unchanged. */
export function questionHead(words: string, contentBytes: number): Buffer {
  const body = Buffer.from(words)
  const widths = Buffer.allocUnsafe(2 * frameWidth)
  widths.writeUInt32BE(body.length)
  widths.writeUInt32BE(contentBytes, frameWidth)
  return Buffer.concat([widths, body])
}

/**
 * Creates a decoder that, for each chunk, returns the frames that the chunk completes. For an oversized frame, it
 * throws FrameTooLarge, but only after returning the frames before it, because those are valid answers.
 *
 * Joins the chunks of an incomplete frame in one buffer. A hostile sender can send one byte at a time, and each chunk
 * takes 470 bytes of memory in addition to its content (measured).
 */
export function createFrameDecoder(maxBytes: number, maxPartBytes = 0): (chunk: Buffer) => Iterable<Frame> {
  /** Bytes that no complete frame contains. Only the first `bytes` of it are in use. */
  let held: Buffer = Buffer.of()
  let bytes = 0
  const hold = (rest: Buffer) => ([held, bytes] = [rest, rest.length])

  function append(chunk: Buffer): Buffer {
    const needed = bytes + chunk.length
    if (needed > held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * held.length))
      held.copy(larger, 0, 0, bytes)
      held = larger
    }
    chunk.copy(held, bytes)
    bytes = needed
    return held.subarray(0, needed)
  }

  return function* (chunk) {
    if (bytes === 0) hold(chunk)
    let left = held === chunk ? chunk : append(chunk)
    while (left.length >= frameWidth) {
      const announced = left.readUInt32BE()
      const isPart = announced >= partBit
      const length = isPart ? announced - partBit : announced
      if (length > (isPart ? maxPartBytes : maxBytes)) throw new FrameTooLarge()
      if (left.length < frameWidth + length) break
      const body = left.subarray(frameWidth, frameWidth + length)
      left = left.subarray(frameWidth + length)
      // The next chunk does not fit after `left`, so it is never copied over the body, which the receiver may keep.
      hold(left)
      yield { isPart, body }
    }
  }
}
