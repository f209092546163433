import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Request, Response } from 'express'

/** Headers that are not forwarded to the SDK, because it needs no credentials. */
const notPassedOn: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'cookie', 'content-length'])

/** Converts a request, without its body, to the form expected by the SDK. Aborts when the client disconnects. */
export function webRequest(request: Request, response: Response, url: string): globalThis.Request {
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || notPassedOn.has(name) ? [] : [[name, String(value)]],
  )
  return new globalThis.Request(url, { method: request.method, headers, signal: gone.signal })
}

/** Sends an SDK response, which may be a stream. */
export async function sendWebResponse(answer: globalThis.Response, response: Response): Promise<void> {
  response.status(answer.status)
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  if (!answer.body) return void response.end()
  try {
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), response)
  } catch (error) {
    // An error is expected if the client has disconnected.
    if (!response.destroyed) throw error
  }
}
