import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, Response } from 'express'

/** Encodings supported by all browsers. */
export type Encoding = 'br' | 'gzip'

/** Minimum length of a compressed text. Shorter texts fit into one packet. */
const minCharacters = 1_000

/** Brotli quality. Quality 4 costs as much CPU time as gzip and saves 10 % more. */
const brotliQuality = 4

/** Sends a text, compressed if the client supports it. */
export async function sendCompressed(request: Request, response: Response, content: string): Promise<void> {
  const encoding = encodingOf(request)
  response.vary('Accept-Encoding')
  if (encoding === undefined || content.length < minCharacters) return void response.send(content)
  const compressed =
    encoding === 'br'
      ? await brotli(content, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          },
        })
      : await gzipped(content)
  response.set('Content-Encoding', encoding).send(compressed)
}

/** Returns the best encoding that the client supports, or undefined if it supports none. */
export function encodingOf(request: Request): Encoding | undefined {
  // With equal preferences, negotiation would choose the first encoding in the header, and browsers list gzip first.
  return (['br', 'gzip'] as const).find((encoding) => request.acceptsEncodings(encoding) === encoding)
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
