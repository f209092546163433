import { MalformedAnswer } from './malformed-answer.ts'

/** One git protocol packet (gitprotocol-common(5)): a line of bytes, or a marker. */
export type Packet = Buffer | 'flush' | 'delimiter' | 'response-end'

const marks: Readonly<Record<number, Packet>> = { 0: 'flush', 1: 'delimiter', 2: 'response-end' }

/** Encodes a line as a packet. Text lines end with a line feed. */
export function packet(text: string): string {
  return `${(Buffer.byteLength(text) + 5).toString(16).padStart(4, '0')}${text}\n`
}

export const flush = '0000'
export const delimiter = '0001'

/**
 * Splits a byte stream into packets. A packet's payload has at most 65,516 bytes, the protocol's maximum. Throws
 * MalformedAnswer if a packet is invalid or the stream ends within a packet.
 */
export async function* readPackets(stream: AsyncIterable<Buffer>): AsyncGenerator<Packet, void> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    while (bytes.length - at >= 4) {
      const length = lengthOf(bytes, at)
      const mark = marks[length]
      if (mark === undefined && bytes.length - at < length) break
      yield mark ?? bytes.subarray(at + 4, at + length)
      at += mark === undefined ? length : 4
    }
    rest = bytes.subarray(at)
  }
  if (rest.length > 0) throw new MalformedAnswer('ended in the middle of a line')
}

function lengthOf(bytes: Buffer, at: number): number {
  const digits = bytes.toString('latin1', at, at + 4)
  const length = /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : 3
  if (length === 3 || length > 65_520) throw new MalformedAnswer('sent data that does not follow the git protocol')
  return length
}

/** Returns a packet's text without its line feed. */
export function lineOf(line: Buffer): string {
  return line.toString('utf8').replace(/\n$/, '')
}
