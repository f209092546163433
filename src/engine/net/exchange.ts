import { once } from 'node:events'
import type { Duplex, Readable } from 'node:stream'
import type { Response } from 'got'
import type { outgoingLimits } from './outgoing-limits.ts'
import type { Agents } from './guarded-agent.ts'
import type { Hop } from './hop.ts'
import { NetworkFailure, type SendMethod } from './network.ts'

/** Times in milliseconds, see `outgoingLimits`. */
export type OutgoingLimits = { readonly [Limit in keyof typeof outgoingLimits]: number }

/** A response whose status and headers have arrived. The body must be read to its end, or the stream destroyed. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Response['headers']>
  readonly hop: Hop
  /** IP address of the server; empty if the connection was closed before the headers were read. */
  readonly address: string
  /** Encoded body, as received. */
  readonly stream: Readable
}

/** Request options that override the defaults. By default, the request is a GET that accepts a compressed body. */
export interface Sent {
  readonly method?: SendMethod
  readonly body?: Uint8Array
  /** True to request a body without a content encoding. */
  readonly plainAnswer: boolean
}

/**
 * Sends one request and waits for status and headers. The caller handles redirects, retries, decoding, and statuses.
 * got provides the request itself, its timeouts, and its check of `content-length`.
 */
export async function exchange(
  hop: Hop,
  agents: Agents,
  limits: Pick<OutgoingLimits, 'connectTimeoutMs' | 'responseTimeoutMs'>,
  signal: AbortSignal,
  sent?: Sent,
): Promise<Answer> {
  // Loaded with the first request. Most scans of folders send none, and a scan process leaves them to its fetcher.
  const { default: got } = await import('got')
  const stream = got.stream(hop.url, {
    ...(sent?.method && { method: sent.method }),
    ...(sent?.body && { body: sent.body }),
    // Encodings that `body.ts` can decode. It rejects all others.
    headers: { ...hop.headers, 'accept-encoding': sent?.plainAnswer ? 'identity' : 'gzip, br' },
    agent: { http: agents.http, https: agents.https },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
    retry: { limit: 0 },
    timeout: {
      lookup: limits.connectTimeoutMs,
      connect: limits.connectTimeoutMs,
      secureConnect: limits.connectTimeoutMs,
      response: limits.responseTimeoutMs,
      socket: limits.responseTimeoutMs,
    },
    signal,
  })
  // No listener handles errors between the response and the first read of its body, and an unhandled error event ends
  // the process.
  stream.on('error', () => {})
  // Node and got do not treat a 101 as a response. Without this listener, the request waits until `signal` aborts.
  stream.on('upgrade', (_response: unknown, socket: Duplex) => {
    socket.on('error', () => {}).destroy()
    const reason = `${hop.subject} responded with HTTP status 101, which Assay did not request`
    stream.destroy(new NetworkFailure('connection-failed', reason))
  })
  const [response] = (await once(stream, 'response')) as [Response]
  const { statusCode: status, headers, ip: address = '' } = response
  return { status, headers, hop, address, stream }
}
