import type { Socket } from 'node:net'
import { createFrameDecoder, frameOf } from '../../../engine/isolation/frames.ts'
import { scanProcessLimits } from './scan-process-limits.ts'

/** Sends and receives JSON messages. */
export interface MessageChannel {
  /**
   * Sends a message. Does nothing after the channel has closed. Throws MessageTooLarge, and sends nothing, if the peer
   * would refuse the message.
   *
   * @param exceeds reports whether the peer would refuse the message because of earlier ones
   */
  send(message: object, exceeds?: (size: MessageSize) => boolean): void
}

/** Size of a message. */
export interface MessageSize {
  readonly bytes: number
  /** Upper bound for the number of its values. 0 for a message that the worker sends. */
  readonly values: number
}

/** Thrown for a message that the peer would refuse. */
export class MessageTooLarge extends Error {
  override readonly name = 'MessageTooLarge'

  constructor(bytes: number) {
    super(`a message of ${bytes} bytes has too many bytes or values`)
  }
}

/** The sides of a channel. The number of values is limited for messages of the process, because it may be hostile. */
export type ChannelSide = 'worker' | 'process'

/**
 * Opens a channel on a socket, in the framing of the child processes. Neither side trusts the other with objects of
 * V8, whose deserializer is not made for hostile bytes.
 *
 * @param side the side that this end of the channel is on
 * @param onMessage receives each message as unknown JSON
 * @param onInvalid called once, instead of `onMessage`, for bytes that are not a message; nothing is read after that
 */
export function openMessageChannel(
  socket: Socket,
  side: ChannelSide,
  onMessage: (message: unknown, size: MessageSize) => void,
  onInvalid: (reason: string) => void,
): MessageChannel {
  const { maxMessageBytes, maxValues } = scanProcessLimits
  const decode = createFrameDecoder(maxMessageBytes)
  let isInvalid = false
  let busyMs = 0
  const refuse = (reason: string) => {
    isInvalid = true
    onInvalid(reason)
  }
  /** Gives the other work of this thread as much time as the messages of the process took. */
  function rest(): void {
    if (busyMs < minRestMs) return
    socket.pause()
    setTimeout(() => socket.resume(), Math.min(busyMs, maxRestMs)).unref()
    busyMs = 0
  }
  socket.on('data', (chunk: Buffer) => {
    if (isInvalid) return
    const startedAt = performance.now()
    try {
      for (const { isPart, body } of decode(chunk)) {
        if (isInvalid) return
        const values = countValues(body, side === 'worker' ? maxValues : Infinity)
        if (isPart || (side === 'worker' && values > maxValues)) return refuse('it sent a message of an unknown form')
        onMessage(JSON.parse(body.toString()), { values, bytes: body.length })
      }
    } catch (error) {
      refuse(error instanceof Error ? error.message : String(error))
    }
    busyMs += performance.now() - startedAt
    if (side === 'worker') rest()
  })
  // The end of the process reports the reason.
  socket.on('error', () => {})
  return {
    send(message, exceeds) {
      if (socket.destroyed || socket.writableEnded) return
      const frame = frameOf(JSON.stringify(message))
      const values = side === 'process' ? countValues(frame, Infinity) : 0
      const isTooLarge = frame.length > maxMessageBytes || values > maxValues
      if (isTooLarge || exceeds?.({ bytes: frame.length, values })) throw new MessageTooLarge(frame.length)
      socket.write(frame)
    },
  }
}

/** Time after which a channel rests, and for which it rests at most. A process sends signs of life every 250 ms. */
const [minRestMs, maxRestMs] = [20, 1_000]

/**
 * Returns an upper bound for the number of values in JSON, also of empty lists: commas and opening brackets, because
 * each value but the first follows one. Stops counting above the limit. With a lookup in a set for each byte, a message
 * of 120 MB took 1.3 s of CPU time instead of 0.7 s.
 */
function countValues(body: Buffer, limit: number): number {
  let count = 1
  for (let place = 0; place < body.length && count <= limit; place++) {
    const byte = body[place]
    if (byte === 0x2c || byte === 0x5b || byte === 0x7b) count += 1
  }
  return count
}
