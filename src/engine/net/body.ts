import { PassThrough, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import type { Answer } from './exchange.ts'
import { NetworkFailure } from './network.ts'

type Chunks = AsyncIterable<Buffer>

/** Receives the chunks of a decoded body in order, with backpressure. */
export type Sink = (chunks: Chunks) => Promise<void>

/**
 * Streams a body through its decoder into `sink` and returns the decoded size in bytes. Throws a NetworkFailure
 * `too-large` as soon as the response declares more than `maxBytes` or exceeds it. The node:zlib decoders pause between
 * chunks of 16 KiB while the reader is slow, so a decompression bomb costs at most one more chunk.
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
 * Reads the first `maxBytes` of a body without decoding it, and closes the connection if there is more. A shorter body
 * is read completely.
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

/** Returns the headers of the decoded body. */
export function decodedHeaders(answer: Answer): Answer['headers'] {
  if (!isEncoded(answer)) return answer.headers
  const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = answer.headers
  return headers
}

/**
 * Limit on the encoded size. An encoding normally makes a body smaller, and its overhead for incompressible data is
 * less than 1 % (RFC 1951 section 3.2.4). The limit stops streams that decode to nothing, such as endless empty gzip
 * members.
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

/** A response without a body has no encoding, regardless of its headers (RFC 9110 sections 6.4.1 and 8.4). */
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
