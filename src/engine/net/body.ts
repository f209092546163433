import { PassThrough, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import type { Answer } from './exchange.ts'
import { NetworkFailure } from './network.ts'

type Chunks = AsyncIterable<Buffer>

/** Takes the chunks of a decoded body one after the other, at its own pace. */
export type Sink = (chunks: Chunks) => Promise<void>

/**
 * Streams a body through its decoder into `sink` and returns the decoded size in bytes. Throws a
 * NetworkFailure `too-large` as soon as the answer announces or exceeds `maxBytes`: the decoders of
 * node:zlib stop between chunks of 16 KiB while the reader is slow, so a bomb costs one chunk more.
 */
export async function readBody(answer: Answer, maxBytes: number, sink: Sink): Promise<number> {
  const tooLarge = () => new NetworkFailure('too-large', `${answer.hop.subject} sends more than ${maxBytes} bytes`)
  const decoder = decoderOf(answer)
  const maxSent = decoder === undefined ? maxBytes : maxEncodedBytes(maxBytes)
  if (Number(answer.headers['content-length'] ?? 0) > maxSent) {
    answer.stream.destroy()
    throw tooLarge()
  }
  let bytes = 0
  await pipeline(
    answer.stream,
    (sent: Chunks) => capped(sent, maxSent, tooLarge),
    decoder ?? new PassThrough(),
    (decoded: Chunks) =>
      capped(decoded, maxBytes, tooLarge, (size) => {
        bytes = size
      }),
    sink,
  )
  return bytes
}

/**
 * Reads the first `maxBytes` of a body as they were sent, undecoded, and leaves the rest: the connection is closed
 * in the face of whoever goes on sending. A shorter body is read to its end.
 */
export async function readHead(answer: Answer, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer.stream as Chunks) {
    chunks.push(chunk.subarray(0, maxBytes - bytes))
    bytes += chunk.length
    if (bytes >= maxBytes) break
  }
  return Buffer.concat(chunks)
}

/** The headers as they hold for the decoded body. */
export function decodedHeaders(answer: Answer): Answer['headers'] {
  if (!isEncoded(answer)) return answer.headers
  const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = answer.headers
  return headers
}

/**
 * A coding should make a body smaller, and what it cannot compress it stores at under 1 % more (RFC 1951
 * section 3.2.4). The bound on the encoded side ends streams that decode to nothing, such as empty
 * gzip members without end.
 */
const maxEncodedBytes = (maxBytes: number) => 2 * maxBytes + 1_024

async function* capped(chunks: Chunks, max: number, tooLarge: () => NetworkFailure, count?: (bytes: number) => void) {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > max) throw tooLarge()
    count?.(bytes)
    yield chunk
  }
}

/** An answer without body has no coding to undo, whatever its headers say (RFC 9110 sections 6.4.1 and 8.4). */
const isEncoded = ({ status, headers }: Answer) =>
  status !== 204 && status !== 304 && headers['content-length'] !== '0' && !['', 'identity'].includes(codingOf(headers))

const codingOf = (headers: Answer['headers']) => headers['content-encoding']?.trim().toLowerCase() ?? ''

function decoderOf(answer: Answer): Transform | undefined {
  if (!isEncoded(answer)) return undefined
  const coding = codingOf(answer.headers)
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip()
  if (coding === 'br') return createBrotliDecompress()
  answer.stream.destroy()
  throw new NetworkFailure(
    'connection-failed',
    `${answer.hop.subject} sent a body with an encoding that Assay did not request; use gzip or br`,
  )
}
