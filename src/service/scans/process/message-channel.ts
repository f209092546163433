import type { Socket } from 'node:net'
import { createFrameDecoder, frameOf } from '../../../engine/isolation/frames.ts'
import { scanProcessLimits } from './scan-process-limits.ts'

/** Sends and receives JSON messages. */
export interface MessageChannel {
  /** Throws if the message is larger than `maxMessageBytes`. Does nothing after the channel has closed. */
  send(message: object): void
}

/** Thrown for a message that the peer would refuse. */
export class MessageTooLarge extends Error {
  override readonly name = 'MessageTooLarge'

  constructor(bytes: number) {
    super(`a message has ${bytes} bytes, and ${scanProcessLimits.maxMessageBytes} are allowed`)
  }
}

/**
 * Opens a channel on a socket, in the framing of the child processes. Neither side trusts the other with objects of
 * V8, whose deserializer is not made for hostile bytes.
 *
 * @param onMessage receives each message as unknown JSON
 * @param onInvalid called once, instead of `onMessage`, for bytes that are not a message; nothing is read after that
 */
export function openMessageChannel(
  socket: Socket,
  onMessage: (message: unknown) => void,
  onInvalid: (reason: string) => void,
): MessageChannel {
  const decode = createFrameDecoder(scanProcessLimits.maxMessageBytes)
  let isInvalid = false
  const refuse = (reason: string) => {
    isInvalid = true
    onInvalid(reason)
  }
  socket.on('data', (chunk: Buffer) => {
    if (isInvalid) return
    try {
      for (const { isPart, body } of decode(chunk)) {
        if (isInvalid) return
        if (isPart || hasTooManyValues(body)) return refuse('it sent a message of an unknown form')
        onMessage(JSON.parse(body.toString()))
      }
    } catch (error) {
      refuse(error instanceof Error ? error.message : String(error))
    }
  })
  // The end of the process reports the reason.
  socket.on('error', () => {})
  return {
    send(message) {
      if (socket.destroyed || socket.writableEnded) return
      const frame = frameOf(JSON.stringify(message))
      if (frame.length > scanProcessLimits.maxMessageBytes) throw new MessageTooLarge(frame.length)
      socket.write(frame)
    },
  }
}

const comma = 0x2c

function hasTooManyValues(body: Buffer): boolean {
  // Each value needs two bytes at least, so most messages are not counted.
  if (body.length <= scanProcessLimits.maxCommas) return false
  let commas = 0
  for (let place = body.indexOf(comma); place !== -1; place = body.indexOf(comma, place + 1)) commas += 1
  return commas > scanProcessLimits.maxCommas
}
